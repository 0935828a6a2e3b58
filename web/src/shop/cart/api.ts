import type { QueryClient } from "@tanstack/react-query";
import { type Answer, request } from "../../api/client";
import { NoDataError } from "../../api/errors";
import type { Body, Data } from "../../api/operations";
import { personalQuery } from "../../api/query";
import type { Cart, CartSummary } from "../../api/types";
import { writeService } from "../../lib/cookies";
import { localNames, readLocal, writeLocal } from "../../lib/local";
import type { Scope } from "../../lib/scope";

/** The cart of one service. A guest who never added anything has no cart to fetch. */
export const cartQuery = (scope: Scope, service: string) =>
  personalQuery(scope, "/get_card", {
    params: { service_id: service },
    enabled: service !== "" && hasCart(scope),
  });

/** All carts, including parked ones. */
export const cartsQuery = (scope: Scope) =>
  personalQuery(scope, "/carts", { enabled: hasCart(scope) });

/** Whether a cart can exist at all: a customer may have one, a guest only after a first add. */
export function hasCart(scope: Scope): boolean {
  return scope.session !== "" || readLocal(localNames.cartToken) !== null;
}

/** `product` is the id of a variant, or of a product that has only one variant. */
export type AddToCart = Body<"POST", "/order/add-to-cart">;

/** The cart after a change, and the server's message about it. */
export interface Changed {
  cart: Cart;
  message: string;
}

async function changed(asked: Promise<Answer<Cart>>): Promise<Changed> {
  const { data, message } = await asked;
  if (!data?.items) throw new NoDataError();
  // A guest's first add returns the cart's token; every later call sends it.
  if (data.cart_token) writeLocal(localNames.cartToken, data.cart_token);
  return { cart: data, message };
}

export const addToCart = (body: AddToCart) =>
  changed(request("POST", "/order/add-to-cart", { body, suppressToast: true }));

/** If `note` is omitted, the line keeps its note. */
export type UpdateCart = Body<"POST", "/order/update-cart">;

/** A `qty` of 0 removes the line. */
export const updateCart = (body: UpdateCart) =>
  changed(request("POST", "/order/update-cart", { body, suppressToast: true }));

export const deleteItem = (service: string, item: string) =>
  changed(
    request("DELETE", "/orders/item/{id}", {
      path: { id: item },
      query: { service_id: service },
      suppressToast: true,
    }),
  );

/** Returns the totals with the coupon, not the whole cart. */
export async function addCoupon(service: string, code: string) {
  const answer = await request("POST", "/add_coupon", {
    body: { service_id: service, coupon_code: code },
    suppressToast: true,
  });
  if (!answer.data?.order) throw new NoDataError();
  return answer;
}

export const removeCoupon = (service: string) =>
  changed(request("DELETE", "/coupon", { query: { service_id: service }, suppressToast: true }));

/** Makes a parked cart the live cart and parks the live one. */
export const restoreCart = (id: string) =>
  changed(request("POST", "/carts/{id}/restore", { path: { id }, suppressToast: true }));

export type Claimed = Data<"POST", "/carts/claim">;

/** After signing in: moves the guest's cart to the customer. */
export const claimCart = () => request("POST", "/carts/claim", { suppressToast: true });

/** Adding a product selects its service: the bar at the bottom then shows its cart. */
export function shopIn(cart: Cart): void {
  if (cart.branch) writeService(cart.branch.service);
}

/** Summarises a cart for the list of all carts; null for an empty cart. */
export function summaryOf(cart: Cart): CartSummary | null {
  if (cart.id === null || cart.branch === null || cart.items.length === 0) return null;
  const { service, id, slug, name } = cart.branch;
  return {
    id: cart.id,
    service,
    branch: { id, slug, name },
    items_quantity: cart.items_quantity,
    total: cart.total,
    currency: cart.currency,
    parked: false,
  };
}

/**
 * Returns the list of all carts after a change of this one: the entries for its live and its parked
 * part are replaced.
 */
export function withCart(list: readonly CartSummary[], cart: Cart): CartSummary[] {
  const others = list.filter((one) => one.service.id !== cart.service_id);
  const live = summaryOf(cart);
  return [...others, ...(live ? [live] : []), ...(cart.parked ? [cart.parked] : [])];
}

/** Writes a changed cart into every query that shows a cart, without another request. */
export function keepCart(client: QueryClient, scope: Scope, cart: Cart): void {
  client.setQueryData(cartQuery(scope, cart.service_id).queryKey, cart);
  client.setQueryData<CartSummary[]>(cartsQuery(scope).queryKey, (list) =>
    withCart(list ?? [], cart),
  );
}
