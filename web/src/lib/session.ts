/** Who is signed in, as far as the browser knows: the token cookie and what goes with it. */

import { cookieNames, readCookie, removeCookie, writeCookie } from "./cookies";
import { localNames, removeLocal } from "./local";

/** Keeps the token for 7 days and forgets what the sign-in under way had noted. */
export function startSession(token: string): void {
  removeLocal(
    localNames.userCode,
    localNames.userMobile,
    localNames.userExists,
    localNames.loginStatus,
    localNames.statusModal,
  );
  writeCookie(cookieNames.token, token);
}

/** "" for a guest; otherwise a short name of this session that is not the token itself. */
export function sessionName(): string {
  const token = readCookie(cookieNames.token);
  if (token === null) return "";
  let hash = 2_166_136_261;
  for (let at = 0; at < token.length; at++) {
    hash = Math.imul(hash ^ token.charCodeAt(at), 16_777_619);
  }
  return (hash >>> 0).toString(36);
}

export function isSignedIn(): boolean {
  return readCookie(cookieNames.token) !== null;
}

type Ended = () => void;
let whenEnded: Ended = () => {};

/** The shell says once what else happens at a logout: caches emptied, and the way out. */
export function onSessionEnd(handler: Ended): void {
  whenEnded = handler;
}

/**
 * Logout as specified: session cookies and the chosen address, service and district go, the state
 * is reset, and after a second the visitor stands on the landing page or home. Called by the
 * account menu and, on 401 and 403, by the client. Revoking the token at the server is the
 * caller's business.
 */
export function endSession(): void {
  removeCookie(
    cookieNames.token,
    cookieNames.addressId,
    cookieNames.selectedAddress,
    cookieNames.selectedService,
    cookieNames.serviceName,
    cookieNames.districtId,
    cookieNames.user,
  );
  removeLocal(...Object.values(localNames));
  whenEnded();
}
