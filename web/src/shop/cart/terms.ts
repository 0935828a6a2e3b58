import { createStore } from "../../lib/store";
import { readTab, removeTab, tabNames, writeTab } from "../../lib/tab";

/**
 * Whether privacy policy and terms were accepted in the cart: once per visit, so that going back
 * and forth between cart and checkout does not ask again.
 */
export const termsStore = createStore(readTab(tabNames.terms) === "1");

export function acceptTerms(accepted: boolean): void {
  termsStore.set(accepted);
  if (accepted) writeTab(tabNames.terms, "1");
  else removeTab(tabNames.terms);
}
