/**
 * The entries the shop keeps in session storage: one tab's own, through reloads. A name that ends in
 * a mark stands for one entry each thing ("return_draft:ord_1"). Storage may be refused; what is kept
 * then lives as long as the page, which every caller can bear.
 */

import { isClosed } from "./closed";

export const tabNames = {
  /** Preferences were kept, and the page is loaded anew for them. */
  preferencesSaved: "preferences_saved",
  /** Whose entries these are (lib/session.ts). */
  sessionOf: "session_of",
  /** Proves the phone of somebody who has not completed signing up. */
  registrationTicket: "registration_ticket",
  /** How the session before ended, until the next page has read it (lib/left.ts). */
  left: "session_left",
  /** The code that was asked for at a sign-in and not typed yet, as JSON; the code is not in it. */
  codeSent: "code_sent",
  /** What was entered in a checkout, by service. */
  checkoutDraft: "checkout_draft:",
  /** What was sent to be ordered and its key, until it is answered. */
  checkoutAttempt: "checkout_attempt:",
  /** What was entered in a return, by order. */
  returnDraft: "return_draft:",
  /** The key a return is sent with. */
  returnTry: "return_try:",
  /** The id of the staff member whose entries the next two are. */
  staffOf: "wekala_console_of",
  /** What staff typed in a form and did not save. */
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
    // Refused storage: as above.
  }
}

export function removeTab(name: TabName, of = ""): void {
  try {
    globalThis.sessionStorage?.removeItem(name + of);
  } catch {
    // As above.
  }
}

/** Removes entries, those of every thing where the name stands for several. */
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
