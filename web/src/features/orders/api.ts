import { request } from "../../api/client";
import { personalList, personalQuery } from "../../api/query";
import type { components } from "../../api/schema";
import type { Invoice, Order, OrderCard } from "../../api/types";
import type { Scope } from "../../lib/scope";

const one = (id: string) => `/orders/${encodeURIComponent(id)}`;

/** The shopper's orders, newest first. */
export const ordersList = (scope: Scope, page = 1) =>
  personalList<OrderCard>(scope, "/orders", {}, page, { needsLogin: true, staleTime: 0 });

/** One order. Live ones are kept up to date by useLiveOrder. */
export const orderQuery = (scope: Scope, id: string) =>
  personalQuery<Order>(scope, one(id), { needsLogin: true, staleTime: 0 });

/** Where an order's server-sent events come from. */
export const eventsPath = (id: string) => `${one(id)}/events`;

export const cancelOrder = async (id: string, reason: string) =>
  (
    await request<Order>("POST", `${one(id)}/cancel`, {
      body: reason === "" ? {} : { reason },
      suppress: true,
    })
  ).data;

/** Where a draft's card payment goes on. */
export const payOrder = async (id: string) =>
  (await request<{ redirect_url: string }>("POST", `${one(id)}/pay`, { suppress: true })).data
    .redirect_url;

type Schemas = components["schemas"];
export type Reordered = Schemas["CartReordered"];
export type Change = Schemas["CartDifference"];

/** What ordering again would change; nothing happens yet. */
export const previewReorder = (scope: Scope, id: string) => ({
  queryKey: ["/order/reorder", id, scope.lang, scope.session, scope.district],
  queryFn: async () =>
    (await request<Reordered>("POST", "/order/reorder", { body: { order_id: id }, suppress: true }))
      .data,
  staleTime: 0,
});

/** Puts what can still be had of an order into the cart. */
export const reorder = async (id: string, replace: boolean) =>
  (
    await request<Reordered>("POST", "/order/reorder", {
      body: { order_id: id, confirm: true, ...(replace ? { replace_cart: true } : {}) },
      suppress: true,
    })
  ).data;

export const invoiceQuery = (scope: Scope, id: string) =>
  personalQuery<Invoice>(scope, `${one(id)}/invoice`, { needsLogin: true });

/** Where an invoice's PDF comes from. */
export const invoicePath = (id: string, lang: string, figures: string) =>
  `${one(id)}/invoice.pdf?lang=${lang}&figures=${figures}`;
