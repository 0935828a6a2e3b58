import { createStore } from "../../lib/store";

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
  cartNotification.set((now) => ({ ...now, show: false }));
}
