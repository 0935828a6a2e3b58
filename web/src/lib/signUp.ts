/**
 * A sign-up under way: the phone is verified, the name is still missing. The specification's
 * entries mark it, and the ticket that proves the verification is stored in this tab, so that a
 * reload continues where it was.
 */

import { localNames, readLocal, removeLocal, writeLocal } from "./local";
import { readTab, removeTab, tabNames, writeTab } from "./tab";

export function beginSignUp(ticket: string): void {
  writeLocal(localNames.userExists, "false");
  writeLocal(localNames.statusModal, "register");
  writeTab(tabNames.registrationTicket, ticket);
}

/** The ticket to register with; null when no sign-up is under way in this tab. */
export function ticketOfSignUp(): string | null {
  const isMarked =
    readLocal(localNames.statusModal) === "register" &&
    readLocal(localNames.userExists) === "false";
  return isMarked ? readTab(tabNames.registrationTicket) : null;
}

/** Called when the sign-up is abandoned or the ticket expires. Completing it ends it when the session starts. */
export function endSignUp(): void {
  removeLocal(localNames.userExists, localNames.statusModal);
  removeTab(tabNames.registrationTicket);
}

/** Whether this page was reloaded while the sheet was open for a code that is still valid. */
export function awaitsCode(now = Date.now()): boolean {
  try {
    const kept = JSON.parse(readTab(tabNames.codeSent) ?? "null") as { shownUntil?: number } | null;
    return (kept?.shownUntil ?? 0) > now;
  } catch {
    // This runs at the page's start: a damaged entry must not stop it.
    return false;
  }
}
