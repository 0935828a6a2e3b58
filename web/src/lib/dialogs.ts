/**
 * Dialogs that can be opened from anywhere: "open the sign-in, then continue with this". A feature
 * opens one by name; storefront/dialogs.ts maps the name to a component, which is loaded when it
 * is first opened. One dialog is open at a time; the newest wins.
 */

import { createStore } from "./store";

/** The properties of each dialog. Add a line for a new dialog. */
export interface DialogProps {
  /**
   * The location picker. `required` when the page needs a place; `goOn` continues the interrupted
   * action once a place is chosen.
   */
  location: { required?: boolean; goOn?: () => void };
  /**
   * Sign-in over the current page; `goOn` continues the interrupted action. Without it the customer
   * is sent home or to the addresses, as specified. `why` is the reason to sign in. `back` returns
   * to the page on which the previous session ended.
   */
  signIn: { goOn?: () => void; why?: "heart" | "cart" | "helpful"; back?: boolean };
  /** At sign-in, a guest's cart conflicts with another branch's cart: asks which one to keep. */
  whichCart: object;
  /** "Empty Cart?": `accept` repeats the add with replace_cart. */
  emptyCart: { accept: () => void };
  /** The size, colour or weight of a product, to add it from the current page. */
  options: {
    product: string;
    name: string;
    branch?: string | undefined;
    /** The variant chosen before. */
    variant?: string | undefined;
    /** The cart line whose extras are being changed. */
    line?: { id: string; variant: string; qty: number; extras: { id: string; qty: number }[] };
  };
  /** Repeats an order, after showing what has changed since. */
  reorder: { id: string; number: string };
  /** "Cancel this order?" with a reason. `paid`: something was paid for it. */
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
