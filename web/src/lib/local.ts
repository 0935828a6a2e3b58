/**
 * The entries the shop keeps in local storage: those of the specification, and the guest cart's
 * name. Storage may be refused (private windows); reading then finds nothing and writing is lost.
 */
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
  /** Ours: quantities that could not be sent yet (features/cart/wishes.ts). */
  cartWishes: "cart_wishes",
  /** Ours: what was chosen to be compared, as JSON. */
  comparison: "comparison",
  /** Ours: the id of the shopper who switched notices on in this browser. */
  pushFor: "push_for",
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
