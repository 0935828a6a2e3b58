import { request } from "../../api/client";
import { personalQuery } from "../../api/query";
import type { Cart, CartSummary } from "../../api/types";
import { localNames, readLocal, writeLocal } from "../../lib/local";
import type { Scope } from "../../lib/scope";

/** The cart of one service. A guest who never added anything has none to ask for. */
export const cartQuery = (scope: Scope, service: string) =>
  personalQuery<Cart>(scope, "/get_card", {
    params: { service_id: service },
    enabled: service !== "" && hasCart(scope),
  });

/** Every cart there is, parked ones included. */
export const cartsQuery = (scope: Scope) =>
  personalQuery<CartSummary[]>(scope, "/carts", { enabled: hasCart(scope) });

function hasCart(scope: Scope): boolean {
  return scope.session !== "" || readLocal(localNames.cartToken) !== null;
}

export interface AddToCart {
  service_id: string;
  /** A variant's id, or a product's where it has one variant. */
  product: string;
  qty: number;
  branch_id?: string | undefined;
  replace_cart?: boolean | undefined;
  note?: string | undefined;
}

async function change(method: "POST" | "DELETE", path: string, body?: object): Promise<Cart> {
  const { data } = await request<Cart>(method, path, { ...(body ? { body } : {}), suppress: true });
  // A guest's first add names the cart; every later call says that name.
  if (data.cart_token) writeLocal(localNames.cartToken, data.cart_token);
  return data;
}

export const addToCart = (body: AddToCart) => change("POST", "/order/add-to-cart", body);

/** `qty` 0 takes the line out. */
export const updateCart = (body: { service_id: string; item_id: string; qty: number }) =>
  change("POST", "/order/update-cart", body);

export const deleteItem = (service: string, item: string) =>
  change(
    "DELETE",
    `/orders/item/${encodeURIComponent(item)}?service_id=${encodeURIComponent(service)}`,
  );

/** Answers only the totals; the cart is asked for again. */
export const addCoupon = (service: string, code: string) =>
  request<unknown>("POST", "/add_coupon", {
    body: { service_id: service, coupon_code: code },
    suppress: true,
  });

export const removeCoupon = (service: string) =>
  change("DELETE", `/coupon?service_id=${encodeURIComponent(service)}`);

/** Swaps a parked cart back in; the live one is parked instead. */
export const restoreCart = (id: string) =>
  change("POST", `/carts/${encodeURIComponent(id)}/restore`);

export interface Claimed {
  merged: number;
  capped: { name: string; qty: number }[];
  conflict: CartSummary | null;
  cart: Cart | null;
}

/** After signing in: brings the guest's cart along. */
export const claimCart = () => request<Claimed>("POST", "/carts/claim", { suppress: true });

/** Everything that shows a cart, to be asked again silently after a change. */
export const cartKeys = (scope: Scope, service: string) => ({
  cart: cartQuery(scope, service).queryKey,
  carts: cartsQuery(scope).queryKey,
});
