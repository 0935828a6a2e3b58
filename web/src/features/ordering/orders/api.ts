import { request } from "../../../api/client";
import { addressOf } from "../../../api/operations";
import { personalList, personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

/** The customer's orders, newest first. */
export const ordersList = (scope: Scope, page = 1) =>
  personalList(scope, "/orders", { from: page, needsLogin: true, staleTime: 0 });

/** Those of a service that were delivered, newest first: what can be had again. */
export const deliveredList = (scope: Scope, service: string) =>
  personalList(scope, "/orders", {
    params: { ...(service !== "" && { service_id: service }), status: "delivered" },
    from: 1,
    needsLogin: true,
    staleTime: 0,
  });

/** One order. Live ones are kept up to date by useLiveOrder. */
export const orderQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/orders/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

/** Where an order's server-sent events come from. */
export const eventsPath = (id: string) => addressOf("/orders/{id}/events", { path: { id } });

export const cancelOrder = async (id: string, reason: string) =>
  (
    await request("POST", "/orders/{id}/cancel", {
      path: { id },
      body: reason === "" ? {} : { reason },
      suppressToast: true,
    })
  ).data;

/** Where a draft's card payment goes on. */
export const payOrder = async (id: string) =>
  (await request("POST", "/orders/{id}/pay", { path: { id }, suppressToast: true })).data
    .redirect_url;

type Schemas = components["schemas"];
export type Reordered = Schemas["CartReordered"];
export type Change = Schemas["CartDifference"];

/** What ordering again would change; nothing happens yet. */
export const previewReorder = (scope: Scope, id: string) => ({
  queryKey: ["/order/reorder", id, scope.lang, scope.session, scope.district],
  queryFn: async () =>
    (await request("POST", "/order/reorder", { body: { order_id: id }, suppressToast: true })).data,
  staleTime: 0,
});

/** Puts what can still be had of an order into the cart, once for a key. */
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

/** Where an invoice's PDF comes from. */
export const invoicePath = (id: string, lang: string, figures: string) =>
  addressOf("/orders/{id}/invoice.pdf", { path: { id }, query: { lang, figures } });
