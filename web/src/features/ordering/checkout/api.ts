import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";
import { sourceParams } from "../../../shop/checkoutSource";

/** The choices that a quote depends on besides the cart. */
export interface Choice {
  fulfilment: "delivery" | "pickup";
  /** "" means the customer's default address. */
  address_id: string;
  payment_method: string;
  tip: number;
  /** "" means now. */
  slot: string;
  /** "" for none, an amount, or "max". */
  use_wallet: string;
  use_points: string;
}

/** Quotes an order of the cart. Never cached: stock and delivery times change while the customer decides. */
export const quoteQuery = (scope: Scope, service: string, choice: Choice) =>
  personalQuery(scope, "/checkout", {
    params: {
      ...sourceParams(service),
      ...choice,
      fulfilment: choice.fulfilment === "pickup" ? "pickup" : null,
      tip: choice.tip || null,
      use_wallet: choice.use_wallet || null,
      use_points: choice.use_points || null,
    },
    needsLogin: true,
    enabled: service !== "",
    staleTime: 0,
  });

/** The order as it is sent; a repetition with the same key sends exactly the same body. */
export type PlaceBody = Omit<
  Body<"POST", "/checkout">,
  "quotation_id" | "service_id" | "expected_total"
> & {
  expected_total: number;
  /** The source (source.ts): a service, or a quotation. */
  service_id: string;
};

/** Orders the cart, once for each key however often the request is sent. */
export const placeOrder = ({ service_id, ...rest }: PlaceBody, key: string) =>
  request("POST", "/checkout", {
    body: { ...sourceParams(service_id), ...rest },
    headers: { "Idempotency-Key": key },
    suppressToast: true,
  });
