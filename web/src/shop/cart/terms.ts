import { localNames, readLocal, removeLocal, writeLocal } from "../../lib/local";
import { createStore } from "../../lib/store";

/**
 * The version of privacy policy and terms that was accepted on the way to the checkout, or "". It is
 * stored so that reloads, other tabs and later visits do not ask again. The order records it with the
 * account.
 */
export const termsStore = createStore(readLocal(localNames.terms) ?? "", "");

export function acceptTerms(version: string): void {
  termsStore.set(version);
  if (version === "") removeLocal(localNames.terms);
  else writeLocal(localNames.terms, version);
}
