/**
 * The entries the shop keeps in local storage: those of the specification, and some of ours; how
 * long each is kept is said in lib/stored.ts. Storage may be refused (private windows); reading then
 * finds nothing and writing is lost.
 */

import { isClosed } from "./closed";

export const localNames = {
  /** Dialling code of a sign-in under way, "+20". */
  userCode: "user_code",
  /** Phone of a sign-in under way, national figures. */
  userMobile: "user_mobile",
  /** "true" or "false" once a code was accepted. */
  userExists: "user_exists",
  /** "pending" while a login request runs; a 401 does not log out then. */
  loginStatus: "login_status",
  /** "register" while somebody still has to complete signing up. */
  statusModal: "status_modal",
  /** Ours: names the guest's cart, sent as the header cart-token. */
  cartToken: "cart_token",
  /** Ours: quantities that could not be sent yet (features/ordering/cart/wishes.ts). */
  cartWishes: "cart_wishes",
  /** Ours: the version of privacy policy and terms that was accepted on the way to the checkout. */
  terms: "terms_accepted",
  /** Ours: the last few words somebody searched for, as JSON. */
  searches: "searches",
  /** Ours: the last few areas somebody chose, as JSON. */
  areas: "recent_areas",
  /** Ours: what was chosen to be compared, as JSON. */
  comparison: "comparison",
  /** Ours: the id of the customer who switched notices on in this browser. */
  pushFor: "push_for",
  /** Ours: whose entries these are (lib/session.ts); absent while they are a guest's. */
  sessionOf: "session_of",
  /** Ours: the token of a member of the staff (lib/staffSession.ts). */
  staffToken: "wekala_console",
  /** Ours: what the server knows this browser by once a member of the staff signed in with it. */
  staffDevice: "wekala_console_device",
  /** Ours: a random name of the device, sent as the header device-id at a sign-in. */
  deviceId: "device_id",
  /** Ours: what the server knows this browser by once somebody signed in with it; opens nothing. */
  deviceSecret: "device_secret",
  /** Ours: what opens the orders that were placed here without an account, as JSON. */
  callOrders: "call_orders",
  /** Ours: the code of an invitation, until somebody registers with it. */
  invitation: "referral_code",
} as const;

export type LocalName = (typeof localNames)[keyof typeof localNames];

export function readLocal(name: LocalName): string | null {
  try {
    return globalThis.localStorage?.getItem(name) || null;
  } catch {
    return null;
  }
}

export function writeLocal(name: LocalName, value: string): void {
  if (isClosed(name)) return;
  try {
    globalThis.localStorage?.setItem(name, value);
  } catch {
    // Refused storage: the entry lives no longer than this page, which every caller can bear.
  }
}

export function removeLocal(...names: LocalName[]): void {
  for (const name of names) {
    try {
      globalThis.localStorage?.removeItem(name);
    } catch {
      // As above.
    }
  }
}
