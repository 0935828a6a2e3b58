/**
 * Quantities that could not be sent because nothing answered. They are kept in the browser, shown
 * as if they were in the cart, and sent when the network is back. A wish is the quantity there
 * shall be, not a change: before it is sent the cart is read, and what is so already is not sent
 * again, so an answer that got lost on its way never counts twice.
 */

import type { Cart } from "../../api/types";
import { localNames, readLocal, removeLocal, writeLocal } from "../../lib/local";
import { createStore } from "../../lib/store";
import { addToCart, type Changed, deleteItem, updateCart } from "./api";

export interface Wish {
  service: string;
  variant: string;
  name: string;
  qty: number;
  branch?: string | undefined;
  note?: string | undefined;
}

/** More than this is no shopping of one trip through a tunnel. */
const most = 60;

/** wishesStore has the kept quantities once one has changed or was read. */
export const wishesStore = createStore<readonly Wish[]>([]);

export function wishes(): Wish[] {
  try {
    const kept: unknown = JSON.parse(readLocal(localNames.cartWishes) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isWish) : [];
  } catch {
    return [];
  }
}

function isWish(value: unknown): value is Wish {
  const one = value as Partial<Wish> | null;
  return (
    typeof one === "object" &&
    typeof one?.service === "string" &&
    typeof one.variant === "string" &&
    typeof one.name === "string" &&
    typeof one.qty === "number" &&
    Number.isInteger(one.qty) &&
    one.qty >= 0
  );
}

/** The newest wish for a variant is the only one. */
export function keepWish(wish: Wish): void {
  const others = wishes().filter((one) => one.variant !== wish.variant);
  keep([...others, wish].slice(-most));
}

export function dropWish(variant: string): void {
  keep(wishes().filter((one) => one.variant !== variant));
}

function keep(list: Wish[]): void {
  wishesStore.set(list);
  if (list.length === 0) removeLocal(localNames.cartWishes);
  else writeLocal(localNames.cartWishes, JSON.stringify(list));
}

/**
 * Makes the cart, as it was read just now, what is wished; null when it is so already. `replace`:
 * the customer agreed to set a cart of another branch aside.
 */
export function fulfil(
  wish: Wish,
  cart: Cart | undefined,
  replace = false,
): Promise<Changed> | null {
  const { service, variant, qty, branch, note } = wish;
  const there = cart?.items.find(
    (one) => one.order.variant.id === variant && one.order.extras.length === 0,
  );
  if ((there?.qty ?? 0) === qty) return null;
  if (there) {
    return qty === 0
      ? deleteItem(service, there.id)
      : updateCart({ service_id: service, item_id: there.id, qty });
  }
  return addToCart({
    service_id: service,
    product: variant,
    qty,
    branch_id: branch,
    ...(note ? { note } : {}),
    ...(replace ? { replace_cart: true } : {}),
  });
}
