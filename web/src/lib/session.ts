/**
 * Who is signed in, as far as the browser knows: the token cookie and what goes with it. What is
 * kept for one session (lib/stored.ts) bears its name, in local storage for the browser and in
 * session storage for the tab, so that it is known for another one's however the session ended.
 */

import { closeFor, isLeaving, openAll } from "./closed";
import { cookieNames, readCookie, removeCookie, writeCookie } from "./cookies";
import { type Left, noteLeft } from "./left";
import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { cookiesUntil, localUntil, namesOf, tabUntil } from "./stored";
import { clearTab, readTab, removeTab, tabNames, writeTab } from "./tab";

/**
 * Keeps the token for 7 days and forgets what the sign-in under way had noted. What a guest kept
 * comes along; what somebody else's session left, which ran out unnoticed, does not.
 */
export function startSession(token: string): void {
  openAll();
  // Whoever was here before, and however they went: nothing they saw opens for this one.
  handlers.forget();
  const guestsCart = readLocal(localNames.cartToken);
  if (dropLeftovers(nameOf(token)) && guestsCart !== null) {
    // A session's own cart has no name here: this one was begun since.
    writeLocal(localNames.cartToken, guestsCart);
  }
  removeLocal(
    localNames.userCode,
    localNames.userMobile,
    localNames.userExists,
    localNames.loginStatus,
    localNames.statusModal,
  );
  removeTab(tabNames.registrationTicket);
  sign(nameOf(token));
  writeCookie(cookieNames.token, token);
}

/** "" for a guest; otherwise a short name of this session that is not the token itself. */
export function sessionName(): string {
  const token = readCookie(cookieNames.token);
  return token === null ? "" : nameOf(token);
}

/** A short name that is not the thing itself: of a token, or of who somebody is. */
export function nameOf(text: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  }
  return (hash >>> 0).toString(36);
}

export function isSignedIn(): boolean {
  return readCookie(cookieNames.token) !== null;
}

/** From now on what is kept is this session's; a guest signs nothing. */
function sign(name: string): void {
  if (name === "") return;
  writeLocal(localNames.sessionOf, name);
  writeTab(tabNames.sessionOf, name);
}

const ofSession = {
  cookies: namesOf(cookiesUntil, "session"),
  local: namesOf(localUntil, "session"),
  tab: namesOf(tabUntil, "session"),
};

/** What else is done where a session's things go: caches emptied, and after a logout the way out. */
interface Handlers {
  /** The worker's caches, and what it shows. */
  forget: () => void;
  /** A logout. */
  ended: () => void;
}
let handlers: Handlers = { forget: () => {}, ended: () => {} };

/** The shell says once what it does. */
export function onSessionEnd(what: Handlers): void {
  handlers = what;
}

/**
 * Clears what another session than the present one left: its token ran out, or it ended in another
 * tab. True when this tab held some of it, so that the page itself may still show it.
 */
export function dropLeftovers(present = sessionName()): boolean {
  if (isLeaving()) return false;
  const isForeign = (name: string | null) => name !== null && name !== present;
  const inBrowser = isForeign(readLocal(localNames.sessionOf));
  const inTab = isForeign(readTab(tabNames.sessionOf));
  if (inBrowser) removeLocal(...ofSession.local);
  if (inTab) clearTab(ofSession.tab);
  if (inBrowser) {
    // A token that is there already, put there by whoever, is the present one's; nothing beside it is.
    const kept = present !== "" && present === sessionName() ? cookieNames.token : null;
    removeCookie(...ofSession.cookies.filter((name) => name !== kept));
    handlers.forget();
  }
  sign(present);
  return inBrowser || inTab;
}

/** Another tab's writing and the cookie that goes with it reach this one in any order. */
const together = 100;

/**
 * Runs `leave` when the session of this tab ended or changed in another one, at once and also while
 * nobody looks at this tab: what it kept is gone by then.
 */
export function watchOtherTabs(leave: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== null && key !== localNames.sessionOf) return;
    setTimeout(() => {
      // Half of a sign-in: coming back to this tab looks again.
      if ((readLocal(localNames.sessionOf) ?? "") !== sessionName()) return;
      if (!isLeaving() && dropLeftovers()) leave();
    }, together);
  });
}

/**
 * Logout as specified: session cookies and the chosen address, service and district go, the state
 * is reset, and after a second the visitor stands on the landing page or home. Called by the
 * account menu and, on 401 and 403, by the client. Revoking the token at the server is the
 * caller's business. `left` is what the next page is told of it.
 */
export function endSession(left: Left = { why: "out" }): void {
  // The first of several refusals says how it was, and there is nothing more to end.
  if (isLeaving()) return;
  noteLeft(left);
  const { cookies, tab } = ofSession;
  const local = [...ofSession.local, ...namesOf(localUntil, "customer")];
  // The page stands for another second: nothing it still does writes them back.
  closeFor([...cookies, ...local, ...tab]);
  removeCookie(...cookies);
  removeLocal(...local);
  clearTab(tab);
  handlers.forget();
  handlers.ended();
}
