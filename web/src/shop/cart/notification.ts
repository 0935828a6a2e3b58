import type { Cart } from "../../api/types";
import { createStore } from "../../lib/store";
import { createToasts, type ToastOptions } from "../../ui/toasts";

/** "Added to your cart": which product, how many, and how to take it back. */
export interface CartNotification {
  show: boolean;
  product: string;
  qty: number;
  /** Who brings it, and when if it is closed now. */
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

/** What the storefront tells in passing; components/CartNotification.tsx shows it. */
export const shopToasts = createToasts();

/** Tells one thing about the cart; what was told before makes way. */
export function tellCart(options: ToastOptions): void {
  shopToasts.clear();
  shopToasts.show(options);
}
