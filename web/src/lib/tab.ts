/**
 * The entries that the shop keeps in session storage: they belong to one tab and survive reloads. A
 * name that ends in a separator has one entry per object ("return_draft:ord_1"). If storage is refused,
 * entries last as long as the page.
 */

import { isClosed } from "./closed";

export const tabNames = {
  /** Preferences were saved, and the page is reloaded for them. */
  preferencesSaved: "preferences_saved",
  /** The session these entries belong to (lib/session.ts). */
  sessionOf: "session_of",
  /** Proves the phone number of a customer who has not completed signing up. */
  registrationTicket: "registration_ticket",
  /** How the previous session ended, until the next page has read it (lib/left.ts). */
  left: "session_left",
  /** The code requested at a sign-in and not entered yet, as JSON; it does not contain the code itself. */
  codeSent: "code_sent",
  /** The entered fields of a checkout, by service. */
  checkoutDraft: "checkout_draft:",
  /** The order that was sent and its idempotency key, until it is answered. */
  checkoutAttempt: "checkout_attempt:",
  /** The entered fields of a return, by order. */
  returnDraft: "return_draft:",
  /** The idempotency key of a return. */
  returnTry: "return_try:",
  /** The id of the staff member whom the next two entries belong to. */
  staffOf: "wekala_console_of",
  /** Unsaved staff input in a form. */
  formDraft: "form_draft:",
  /** The lines of an order that were picked. */
  picked: "wekala_console_picked_",
} as const;

export type TabName = (typeof tabNames)[keyof typeof tabNames];

export function readTab(name: TabName, of = ""): string | null {
  try {
    return globalThis.sessionStorage?.getItem(name + of) || null;
  } catch {
    return null;
  }
}

export function writeTab(name: TabName, value: string, of = ""): void {
  if (isClosed(name)) return;
  try {
    globalThis.sessionStorage?.setItem(name + of, value);
  } catch {
    // Storage was refused: see above.
  }
}

export function removeTab(name: TabName, of = ""): void {
  try {
    globalThis.sessionStorage?.removeItem(name + of);
  } catch {
    // As above.
  }
}

/** Removes entries; a name that stands for several removes all of them. */
export function clearTab(names: readonly TabName[]): void {
  try {
    const several = names.filter((name) => /[:_]$/.test(name));
    for (const key of Object.keys(globalThis.sessionStorage ?? {})) {
      const gone = names.some((name) => name === key) || several.some((one) => key.startsWith(one));
      if (gone) globalThis.sessionStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
