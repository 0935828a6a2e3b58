/**
 * Everything the browser keeps for the shop, for whom and until when. Whoever adds an entry adds it
 * here: what goes with a session is cleared from this list, and docs/glossary.md is compared with it.
 */

import { type CookieName, cookieNames } from "./cookies";
import { type LocalName, localNames } from "./local";
import { type TabName, tabNames } from "./tab";

/**
 * session: of whoever is signed in, or of the guest who may be about to; gone when a session ends,
 * however it ends, before somebody else's begins.
 * customer: outlives a session that ran out, for the same customer; gone at logout, and when another
 * one signs in.
 * staff: of a member of the staff; gone when they sign out, and when another one signs in.
 * browser: the same for everybody who uses this browser; no logout touches it.
 */
export type Until = "session" | "customer" | "staff" | "browser";

export const cookiesUntil: Readonly<Record<CookieName, Until>> = {
  [cookieNames.token]: "session",
  [cookieNames.addressId]: "session",
  [cookieNames.selectedAddress]: "session",
  [cookieNames.selectedService]: "session",
  [cookieNames.serviceName]: "session",
  [cookieNames.districtId]: "session",
  // What is left of a place would be shopped for while nobody sees where that is.
  [cookieNames.location]: "session",
  [cookieNames.user]: "session",
  // Where logout leads depends on it.
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
  // Signing in again is what it is for. The server forgets it after 180 days without a sign-in, and
  // when somebody signs out everywhere else, sets a password or deletes their account.
  [localNames.deviceSecret]: "browser",
  [localNames.staffDevice]: "browser",
  [localNames.invitation]: "browser",
};

export const tabUntil: Readonly<Record<TabName, Until>> = {
  [tabNames.sessionOf]: "session",
  [tabNames.preferencesSaved]: "session",
  [tabNames.registrationTicket]: "session",
  [tabNames.codeSent]: "session",
  // Written as a session ends, and read and removed by the page that follows.
  [tabNames.left]: "customer",
  [tabNames.checkoutDraft]: "session",
  [tabNames.checkoutAttempt]: "session",
  [tabNames.returnDraft]: "session",
  [tabNames.returnTry]: "session",
  [tabNames.staffOf]: "staff",
  [tabNames.formDraft]: "staff",
  [tabNames.picked]: "staff",
};

/** The service worker's caches (worker/worker.ts), which it empties itself when told to. */
export const cachesUntil: Readonly<Record<string, Until>> = {
  "wekala-files": "browser",
  // The pages somebody opened; the shells stay.
  "wekala-pages": "session",
  "wekala-answers-8": "session",
};

/**
 * Cookies that the server sets by itself, which no script reads. `early` lets a browser into a soft
 * opening for 30 days; it is the browser's as its link is, and says nothing of who uses it.
 */
export const serverCookiesUntil: Readonly<Record<string, Until>> = {
  early: "browser",
};

/**
 * The browser's own cache of answers, by how their addresses begin. What stays without being asked for
 * again is the same for everybody; no logout reaches it. Photos of customers are kept no longer than
 * they may be asked for: each showing asks the server. Answers of the API are not kept at all, but for
 * what everybody gets alike.
 */
export const httpCacheUntil: Readonly<Record<string, "browser" | "asked each time">> = {
  "/assets/": "browser",
  "/media/": "browser",
  "/photos/": "asked each time",
};

/** The names of a list that are kept until then. */
export function namesOf<Name extends string>(
  list: Readonly<Record<Name, Until>>,
  ...untils: Until[]
): Name[] {
  return (Object.keys(list) as Name[]).filter((name) => untils.includes(list[name]));
}
