/** The staff member's token: apart from a customer's, so one person can be both in one browser. */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { createStore } from "./store";
import { namesOf, tabUntil } from "./stored";
import { clearTab, readTab, tabNames, writeTab } from "./tab";

const name = localNames.staffToken;

/** The token, null when nobody of the staff is signed in. */
export const staffToken = createStore<string | null>(readLocal(name), null);

if (typeof window !== "undefined") {
  // Signing in or out in one tab holds for all of them.
  window.addEventListener("storage", (event) => {
    if (event.key === name || event.key === null) staffToken.set(readLocal(name));
  });
}

const clearWork = () => clearTab(namesOf(tabUntil, "staff"));

/** Called by the sign-in page. What somebody else left unsaved in this tab is not theirs. */
export function startStaffSession(token: string, id: string): void {
  if (readTab(tabNames.staffOf) !== id) clearWork();
  writeTab(tabNames.staffOf, id);
  writeLocal(name, token);
  staffToken.set(token);
}

/** The header by which the server knows this browser again; it opens nothing. */
export function staffDeviceHeader(): Record<string, string> {
  const secret = readLocal(localNames.staffDevice);
  return secret === null ? {} : { "device-secret": secret };
}

/** Keeps what the server knows this browser by, beyond any sign-out. */
export const keepStaffDevice = (secret: string): void => writeLocal(localNames.staffDevice, secret);

/** A session that ran out: what was typed stays for the same person to go on with. */
export function endStaffSession(): void {
  removeLocal(name);
  staffToken.set(null);
}

/** Signed out: nothing of what was typed or ticked is left to the next one. */
export function leaveStaffSession(): void {
  endStaffSession();
  clearWork();
}
