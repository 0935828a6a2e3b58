import { createStore } from "../../lib/store";

const name = "terms_accepted";

function read(): boolean {
  try {
    return globalThis.sessionStorage?.getItem(name) === "1";
  } catch {
    // Refused storage: the box is ticked again after a reload.
    return false;
  }
}

/**
 * Whether privacy policy and terms were accepted in the cart: once per visit, so that going back
 * and forth between cart and checkout does not ask again.
 */
export const termsStore = createStore(read());

export function acceptTerms(accepted: boolean): void {
  termsStore.set(accepted);
  try {
    if (accepted) sessionStorage.setItem(name, "1");
    else sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
