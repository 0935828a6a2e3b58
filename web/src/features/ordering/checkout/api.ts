import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";
import { sourceParams } from "../../../shop/checkoutSource";

/** What a quote depends on besides the cart. */
export interface Choice {
  fulfilment: "delivery" | "pickup";
  /** "" leaves it to the customer's default. */
  address_id: string;
  payment_method: string;
  tip: number;
  /** "" is now. */
  slot: string;
  /** "", an amount, or "max". */
  use_wallet: string;
  use_points: string;
}

/** What ordering the cart would mean. Always asked anew: stock and times move while one decides. */
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

/** The order as it is sent; kept word for word for a repetition with the same key. */
export type PlaceBody = Omit<
  Body<"POST", "/checkout">,
  "quotation_id" | "service_id" | "expected_total"
> & {
  expected_total: number;
  /** The source (source.ts): a service, or a quotation. */
  service_id: string;
};

/** Orders the cart, once for each key however often it is sent. */
export const placeOrder = ({ service_id, ...rest }: PlaceBody, key: string) =>
  request("POST", "/checkout", {
    body: { ...sourceParams(service_id), ...rest },
    headers: { "Idempotency-Key": key },
    suppressToast: true,
  });
