/**
 * The entries that the shop keeps in local storage: those of the specification, and some of ours;
 * lib/stored.ts lists how long each is kept. Storage may be refused (private windows); reads then
 * return nothing and writes are lost.
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
  /** "register" while a customer still has to complete signing up. */
  statusModal: "status_modal",
  /** Ours: names the guest's cart, sent as the header cart-token. */
  cartToken: "cart_token",
  /** Ours: quantities that could not be sent yet (features/ordering/cart/wishes.ts). */
  cartWishes: "cart_wishes",
  /** Ours: the version of privacy policy and terms that was accepted on the way to the checkout. */
  terms: "terms_accepted",
  /** Ours: the customer's last few search terms, as JSON. */
  searches: "searches",
  /** Ours: the last few chosen areas, as JSON. */
  areas: "recent_areas",
  /** Ours: the products chosen for comparison, as JSON. */
  comparison: "comparison",
  /** Ours: the id of the customer who switched notifications on in this browser. */
  pushFor: "push_for",
  /** Ours: the session these entries belong to (lib/session.ts); absent while they are a guest's. */
  sessionOf: "session_of",
  /** Ours: the token of a member of the staff (lib/staffSession.ts). */
  staffToken: "wekala_console",
  /** Ours: the secret by which the server recognises this browser after a staff sign-in. */
  staffDevice: "wekala_console_device",
  /** Ours: a random name of the device, sent as the header device-id at a sign-in. */
  deviceId: "device_id",
  /** Ours: the secret by which the server recognises this browser after a sign-in; it grants no access. */
  deviceSecret: "device_secret",
  /** Ours: the keys to the orders placed here without an account, as JSON. */
  callOrders: "call_orders",
  /** Ours: an invitation code, until a customer registers with it. */
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
    // Storage was refused: the entry does not outlive this page, which every caller can handle.
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
