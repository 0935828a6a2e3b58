import type { Cart } from "../../api/types";
import type { All, Kind } from "./api";

const lists = { product: "products", branch: "branches" } as const;

export function isMarked(all: All | undefined, kind: Kind, id: string): boolean {
  return all?.[lists[kind]].includes(id) ?? false;
}

/** Returns the favourites after adding or removing one; the newest comes first. */
export function withMark(all: All, kind: Kind, id: string, marked: boolean): All {
  const name = lists[kind];
  const others = all[name].filter((one) => one !== id);
  return { ...all, [name]: marked ? [id, ...others] : others };
}

/** Returns the cart with the favourite flag of a product's items changed. */
export function flipInCart(cart: Cart, product: string, favorite: boolean): Cart {
  if (!cart.items.some((item) => item.order.product.id === product)) return cart;
  return {
    ...cart,
    items: cart.items.map((item) =>
      item.order.product.id === product ? { ...item, favorite } : item,
    ),
  };
}

/** Returns how much cheaper a favourite is than when it was marked; 0 if it is not. */
export function cheaperBy(was: number | null, now: number): number {
  return was !== null && now < was ? Math.round((was - now) * 100) / 100 : 0;
}
