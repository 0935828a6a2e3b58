/**
 * All entries that the shop keeps in the browser, with their owner and lifetime. Every new entry
 * must be listed here: the end of a session clears the entries of this list, and docs/glossary.md
 * is compared with it.
 */

import { type CookieName, cookieNames } from "./cookies";
import { type LocalName, localNames } from "./local";
import { type TabName, tabNames } from "./tab";

/**
 * session: belongs to the signed-in customer or the guest; cleared when a session ends in any way.
 * customer: survives an expired session of the same customer; cleared at logout and for another customer.
 * staff: cleared when the staff member signs out or another one signs in. browser: no logout clears it.
 */
export type Until = "session" | "customer" | "staff" | "browser";

export const cookiesUntil: Readonly<Record<CookieName, Until>> = {
  [cookieNames.token]: "session",
  [cookieNames.addressId]: "session",
  [cookieNames.selectedAddress]: "session",
  [cookieNames.selectedService]: "session",
  [cookieNames.serviceName]: "session",
  [cookieNames.districtId]: "session",
  // A remaining position would be used for shopping although the customer no longer sees it.
  [cookieNames.location]: "session",
  [cookieNames.user]: "session",
  // The page after a logout depends on it.
  [cookieNames.defaultLocation]: "browser",
  [cookieNames.currency]: "browser",
  [cookieNames.language]: "browser",
  [cookieNames.figures]: "browser",
};

export const localUntil: Readonly<Record<LocalName, Until>> = {
  [localNames.sessionOf]: "session",
  [localNames.userCode]: "session",
  [localNames.userMobile]: "session",
  [localNames.userExists]: "session",
  [localNames.loginStatus]: "session",
  [localNames.statusModal]: "session",
  [localNames.cartToken]: "session",
  [localNames.cartWishes]: "session",
  [localNames.terms]: "session",
  [localNames.searches]: "session",
  [localNames.areas]: "session",
  [localNames.comparison]: "session",
  [localNames.callOrders]: "session",
  [localNames.pushFor]: "customer",
  [localNames.staffToken]: "staff",
  [localNames.deviceId]: "browser",
  // Used to sign in again. The server deletes it after 180 days without a sign-in, and when the
  // customer signs out everywhere else, sets a password or deletes the account.
  [localNames.deviceSecret]: "browser",
  [localNames.staffDevice]: "browser",
  [localNames.invitation]: "browser",
};

export const tabUntil: Readonly<Record<TabName, Until>> = {
  [tabNames.sessionOf]: "session",
  [tabNames.preferencesSaved]: "session",
  [tabNames.registrationTicket]: "session",
  [tabNames.codeSent]: "session",
  // Written when a session ends, then read and removed by the page that follows.
  [tabNames.left]: "customer",
  [tabNames.checkoutDraft]: "session",
  [tabNames.checkoutAttempt]: "session",
  [tabNames.returnDraft]: "session",
  [tabNames.returnTry]: "session",
  [tabNames.staffOf]: "staff",
  [tabNames.formDraft]: "staff",
  [tabNames.picked]: "staff",
};

/** The service worker's caches (worker/worker.ts), which it empties itself on request. */
export const cachesUntil: Readonly<Record<string, Until>> = {
  "wekala-files": "browser",
  // The pages the customer opened; the shells stay.
  "wekala-pages": "session",
  "wekala-answers-8": "session",
};

/**
 * Cookies that the server sets and scripts cannot read. `early` lets a browser into a soft opening
 * for 30 days; it belongs to the browser, as its link does, and does not identify the customer.
 */
export const serverCookiesUntil: Readonly<Record<string, Until>> = {
  early: "browser",
};

/**
 * The browser's HTTP cache, by the prefix of the address. Entries used without revalidation are the same for everybody,
 * and no logout clears them. Customers' photos are revalidated with the server each time they are shown. Answers of the
 * API are not cached, except those that are the same for everybody.
 */
export const httpCacheUntil: Readonly<Record<string, "browser" | "asked each time">> = {
  "/assets/": "browser",
  "/media/": "browser",
  "/photos/": "asked each time",
};

/** The names in a list that have one of these lifetimes. */
export function namesOf<Name extends string>(
  list: Readonly<Record<Name, Until>>,
  ...untils: Until[]
): Name[] {
  return (Object.keys(list) as Name[]).filter((name) => untils.includes(list[name]));
}
