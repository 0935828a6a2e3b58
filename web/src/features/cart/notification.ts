import { createStore } from "../../lib/store";
import { shopToasts } from "../../lib/toasts";
import type { ToastOptions } from "../../ui/toasts";

/** "Added to your cart": which product, how many, and how to take it back. */
export interface CartNotification {
  show: boolean;
  product: string;
  qty: number;
  undo: () => void;
}

export const cartNotification = createStore<CartNotification>({
  show: false,
  product: "",
  qty: 0,
  undo: () => {},
});

export function hideNotification(): void {
  cartNotification.set((now) => (now.show ? { ...now, show: false } : now));
}

export const cartToasts = shopToasts;

/** Tells one thing about the cart; what was told before makes way. */
export function tellCart(options: ToastOptions): void {
  cartToasts.clear();
  cartToasts.show(options);
}
