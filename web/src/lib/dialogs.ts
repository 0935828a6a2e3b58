/**
 * Dialogs that can be opened from anywhere: "open the sign-in, then go on with this". A feature
 * opens one by name; storefront/dialogs.ts says which component a name stands for, loaded when it
 * is first opened. One dialog is open at a time; the newest wins.
 */

import { createStore } from "./store";

/** What each dialog is told. Add a line for a new dialog. */
export interface DialogProps {
  /**
   * The location picker. `required` when the page needs a place; `goOn` goes on with what was begun
   * once one is chosen.
   */
  location: { required?: boolean; goOn?: () => void };
  /**
   * Sign-in over what somebody was doing; `goOn` goes on with it. Without it the specified way is
   * taken: home, or to the addresses. `why` is what it is needed for. `back` leads to where the
   * session before ended.
   */
  signIn: { goOn?: () => void; why?: "heart" | "cart" | "helpful"; back?: boolean };
  /** A guest's cart met another branch's at the sign-in: which one to go on with. */
  whichCart: object;
  /** "Empty Cart?": `accept` repeats the add with replace_cart. */
  emptyCart: { accept: () => void };
  /** Size, colour, weight of a product, to be added where one stands. */
  options: {
    product: string;
    name: string;
    branch?: string | undefined;
    /** What was chosen already. */
    variant?: string | undefined;
    /** A line of the cart whose extras are to be changed. */
    line?: { id: string; variant: string; qty: number; extras: { id: string; qty: number }[] };
  };
  /** An order again, after a look at what has changed. */
  reorder: { id: string; number: string };
  /** "Cancel this order?" with its reason. `paid`: something was paid for it. */
  cancelOrder: { id: string; number: string; paid: boolean };
  /** Product comparison. */
  comparison: { products: string[] };
}

export type DialogName = keyof DialogProps;

export type OpenDialog = {
  [Name in DialogName]: { name: Name; props: DialogProps[Name] };
}[DialogName];

/** The open dialog, null when none is. */
export const dialogStore = createStore<OpenDialog | null>(null);

export function openDialog<Name extends DialogName>(name: Name, props: DialogProps[Name]): void {
  dialogStore.set({ name, props } as OpenDialog);
}

export function closeDialog(): void {
  dialogStore.set(null);
}
