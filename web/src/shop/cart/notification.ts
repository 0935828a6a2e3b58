import type { Cart } from "../../api/types";
import { createStore } from "../../lib/store";
import { createToasts, type ToastOptions } from "../../ui/toasts";

/** The "Added to your cart" message: the product, its quantity, and how to undo the addition. */
export interface CartNotification {
  show: boolean;
  product: string;
  qty: number;
  /** The branch that delivers it, with its next opening time if it is closed now. */
  branch: Cart["branch"];
  undo: () => void;
}

export const cartNotification = createStore<CartNotification>({
  show: false,
  product: "",
  qty: 0,
  branch: null,
  undo: () => {},
});

export function hideNotification(): void {
  cartNotification.set((now) => (now.show ? { ...now, show: false } : now));
}

/** The storefront's toasts; components/CartNotification.tsx shows them. */
export const shopToasts = createToasts();

/** Shows one toast about the cart, in place of the previous one. */
export function tellCart(options: ToastOptions): void {
  shopToasts.clear();
  shopToasts.show(options);
}
