import { createStore } from "../../lib/store";
import { readTab, removeTab, tabNames, writeTab } from "../../lib/tab";

/**
 * Which version of privacy policy and terms was accepted in this visit, so that going back and forth
 * between cart and checkout does not ask again; "" for none. What an order accepted is kept with
 * the account.
 */
export const termsStore = createStore(readTab(tabNames.terms) ?? "", "");

export function acceptTerms(version: string): void {
  termsStore.set(version);
  if (version === "") removeTab(tabNames.terms);
  else writeTab(tabNames.terms, version);
}
