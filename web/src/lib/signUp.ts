/**
 * A sign-up under way: the phone is proven, the name is still to come. The marks of the
 * specification say so, and the ticket that stands for the proof is this tab's, so that a reload
 * goes on where it was.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { readTab, removeTab, tabNames, writeTab } from "./tab";

export function beginSignUp(ticket: string): void {
  writeLocal(localNames.userExists, "false");
  writeLocal(localNames.statusModal, "register");
  writeTab(tabNames.registrationTicket, ticket);
}

/** What to register with; null when no sign-up is under way in this tab. */
export function ticketOfSignUp(): string | null {
  const isMarked =
    readLocal(localNames.statusModal) === "register" &&
    readLocal(localNames.userExists) === "false";
  return isMarked ? readTab(tabNames.registrationTicket) : null;
}

/** Given up, or the ticket ran out. Completing it ends it with the session that begins. */
export function endSignUp(): void {
  removeLocal(localNames.userExists, localNames.statusModal);
  removeTab(tabNames.registrationTicket);
}

/** Whether the sheet stood open for a code that still holds when this page was loaded anew. */
export function awaitsCode(now = Date.now()): boolean {
  try {
    const kept = JSON.parse(readTab(tabNames.codeSent) ?? "null") as { shownUntil?: number } | null;
    return (kept?.shownUntil ?? 0) > now;
  } catch {
    // The page starts with this: a damaged entry must not stop it.
    return false;
  }
}
