/**
 * The signed-in session, as far as the browser knows it: the token cookie and the entries that belong to it. Entries
 * kept for one session (lib/stored.ts) are marked with its name, in local storage for the browser and in session
 * storage for the tab, so that they are recognised as another session's however it ended.
 */

import { closeFor, isLeaving, openAll } from "./closed";
import { cookieNames, readCookie, removeCookie, writeCookie } from "./cookies";
import { type Left, noteLeft } from "./left";
import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { cookiesUntil, localUntil, namesOf, tabUntil } from "./stored";
import { clearTab, readTab, removeTab, tabNames, writeTab } from "./tab";

/**
 * Stores the token for 7 days and removes the temporary entries of the sign-in. A guest's entries are
 * taken over; those of another session that expired unnoticed are not.
 */
export function startSession(token: string): void {
  openAll();
  // However the previous session ended, this customer must not be shown anything of it.
  handlers.forget();
  const guestsCart = readLocal(localNames.cartToken);
  if (dropLeftovers(nameOf(token)) && guestsCart !== null) {
    // A session's own cart has no token here, so this cart was started by a guest since.
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

/** A short name that does not reveal the value it is made from: a token, or a customer's identity. */
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

/** Marks all entries as this session's from now on; a guest marks nothing. */
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

/** Further clean-up at the end of a session: emptying caches and, after a logout, leaving the page. */
interface Handlers {
  /** Empties the worker's caches and closes its notifications. */
  forget: () => void;
  /** Runs after a logout. */
  ended: () => void;
}
let handlers: Handlers = { forget: () => {}, ended: () => {} };

/** Called once by the shell, with its clean-up. */
export function onSessionEnd(what: Handlers): void {
  handlers = what;
}

/**
 * Clears the entries of a session other than the present one, which expired or ended in another
 * tab. True when this tab held some of them, so that the page itself may still show them.
 */
export function dropLeftovers(present = sessionName()): boolean {
  if (isLeaving()) return false;
  const isForeign = (name: string | null) => name !== null && name !== present;
  const inBrowser = isForeign(readLocal(localNames.sessionOf));
  const inTab = isForeign(readTab(tabNames.sessionOf));
  if (inBrowser) removeLocal(...ofSession.local);
  if (inTab) clearTab(ofSession.tab);
  if (inBrowser) {
    // A token that is already there belongs to the present session; no other cookie does.
    const kept = present !== "" && present === sessionName() ? cookieNames.token : null;
    removeCookie(...ofSession.cookies.filter((name) => name !== kept));
    handlers.forget();
  }
  sign(present);
  return inBrowser || inTab;
}

/** Another tab's storage entry and the cookie written with it may arrive in either order. */
const together = 100;

/**
 * Runs `leave` when this tab's session ended or changed in another tab, immediately and also while
 * this tab is hidden. Its entries are cleared by then.
 */
export function watchOtherTabs(leave: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== null && key !== localNames.sessionOf) return;
    setTimeout(() => {
      // The sign-in is only half visible yet: focusing this tab checks again.
      if ((readLocal(localNames.sessionOf) ?? "") !== sessionName()) return;
      if (!isLeaving() && dropLeftovers()) leave();
    }, together);
  });
}

/**
 * Logout as specified: clears session cookies and the chosen address, service and district, resets
 * the state, and after a second shows the landing page or home. Called by the account menu and by
 * the client on 401 and 403; the caller revokes the token. `left` is passed to the next page.
 */
export function endSession(left: Left = { why: "out" }): void {
  // Only the first of several refusals counts; after it there is nothing left to end.
  if (isLeaving()) return;
  noteLeft(left);
  const { cookies, tab } = ofSession;
  const local = [...ofSession.local, ...namesOf(localUntil, "customer")];
  // The page stays for another second: code still running must not write these entries back.
  closeFor([...cookies, ...local, ...tab]);
  removeCookie(...cookies);
  removeLocal(...local);
  clearTab(tab);
  handlers.forget();
  handlers.ended();
}
