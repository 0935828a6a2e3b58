/** The staff member's token: separate from a customer's, so one person can be both in one browser. */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { createStore } from "./store";
import { namesOf, tabUntil } from "./stored";
import { clearTab, readTab, tabNames, writeTab } from "./tab";

const name = localNames.staffToken;

/** The token, null when no staff member is signed in. */
export const staffToken = createStore<string | null>(readLocal(name), null);

if (typeof window !== "undefined") {
  // Signing in or out in one tab applies to all of them.
  window.addEventListener("storage", (event) => {
    if (event.key === name || event.key === null) staffToken.set(readLocal(name));
  });
}

const clearWork = () => clearTab(namesOf(tabUntil, "staff"));

/** Called by the sign-in page. Clears unsaved work in this tab that belongs to another staff member. */
export function startStaffSession(token: string, id: string): void {
  if (readTab(tabNames.staffOf) !== id) clearWork();
  writeTab(tabNames.staffOf, id);
  writeLocal(name, token);
  staffToken.set(token);
}

/** The header by which the server recognises this browser; it grants no access. */
export function staffDeviceHeader(): Record<string, string> {
  const secret = readLocal(localNames.staffDevice);
  return secret === null ? {} : { "device-secret": secret };
}

/** Stores the secret by which the server recognises this browser; it survives every sign-out. */
export const keepStaffDevice = (secret: string): void => writeLocal(localNames.staffDevice, secret);

/** The session expired: unsaved work stays, for the same person to continue. */
export function endStaffSession(): void {
  removeLocal(name);
  staffToken.set(null);
}

/** Signed out: typed and ticked entries are not left to the next staff member. */
export function leaveStaffSession(): void {
  endStaffSession();
  clearWork();
}
