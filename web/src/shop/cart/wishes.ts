/**
 * Requested quantities that could not be sent for lack of a response. They are stored, shown as if in
 * the cart, and sent when the network is back. The cart is read first and quantities it already has are
 * skipped, so a lost response never counts twice.
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

/** The maximum number of stored quantities; no single trip without a network produces more. */
const most = 60;

/** wishesStore contains the stored quantities, after the first read or change. */
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

/** Stores the requested quantity of a variant, replacing an earlier one. */
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
 * Changes the cart, as just read, to the requested quantity; returns null if it has that quantity
 * already. `replace`: the customer agreed to set the cart of another branch aside.
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
