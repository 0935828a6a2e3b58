import { request } from "../../../api/client";
import { addressOf } from "../../../api/operations";
import { personalList, personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

/** The customer's orders, newest first. */
export const ordersList = (scope: Scope, page = 1) =>
  personalList(scope, "/orders", { from: page, needsLogin: true, staleTime: 0 });

/** Delivered orders of a service, newest first: those that can be reordered. */
export const deliveredList = (scope: Scope, service: string) =>
  personalList(scope, "/orders", {
    params: { ...(service !== "" && { service_id: service }), status: "delivered" },
    from: 1,
    needsLogin: true,
    staleTime: 0,
  });

/** One order. useLiveOrder keeps live orders up to date. */
export const orderQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/orders/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

/** The URL of an order's server-sent events. */
export const eventsPath = (id: string) => addressOf("/orders/{id}/events", { path: { id } });

export const cancelOrder = async (id: string, reason: string) =>
  (
    await request("POST", "/orders/{id}/cancel", {
      path: { id },
      body: reason === "" ? {} : { reason },
      suppressToast: true,
    })
  ).data;

/** The URL where a draft's card payment continues. */
export const payOrder = async (id: string) =>
  (await request("POST", "/orders/{id}/pay", { path: { id }, suppressToast: true })).data
    .redirect_url;

type Schemas = components["schemas"];
export type Reordered = Schemas["CartReordered"];
export type Change = Schemas["CartDifference"];

/** Previews what reordering would change; nothing is changed yet. */
export const previewReorder = (scope: Scope, id: string) => ({
  queryKey: ["/order/reorder", id, scope.lang, scope.session, scope.district],
  queryFn: async () =>
    (await request("POST", "/order/reorder", { body: { order_id: id }, suppressToast: true })).data,
  staleTime: 0,
});

/** Adds the still available items of an order to the cart, once for each key. */
export const reorder = async (id: string, replace: boolean, key: string) =>
  (
    await request("POST", "/order/reorder", {
      headers: { "Idempotency-Key": key },
      body: { order_id: id, confirm: true, ...(replace ? { replace_cart: true } : {}) },
      suppressToast: true,
    })
  ).data;

export const invoiceQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/orders/{id}/invoice", { path: { id }, needsLogin: true });

/** The URL of an invoice's PDF. */
export const invoicePath = (id: string, lang: string, figures: string) =>
  addressOf("/orders/{id}/invoice.pdf", { path: { id }, query: { lang, figures } });
