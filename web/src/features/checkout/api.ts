import { request } from "../../api/client";
import { personalQuery } from "../../api/query";
import type { Order, Quote } from "../../api/types";
import type { Scope } from "../../lib/scope";
import { sourceParams } from "./source";

/** What a quote depends on besides the cart. */
export interface Choice {
  fulfilment: "delivery" | "pickup";
  /** "" leaves it to the shopper's default. */
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
  personalQuery<Quote>(scope, "/checkout", {
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
export interface PlaceBody {
  /** The source (source.ts): a service, or a quotation. */
  service_id: string;
  /** One of the two: collected at the branch, or brought to an address. */
  fulfilment?: "pickup";
  address_id?: string;
  payment_method: "cod" | "card";
  slot_id?: string;
  note?: string;
  tip?: number;
  change_for?: number;
  wallet_amount?: number;
  points?: number;
  accept_terms: true;
  expected_total: number;
}

export interface Placed {
  order: Order;
  payment: { state: string; redirect_url: string | null };
}

/** Orders the cart, once for each key however often it is sent. */
export const placeOrder = ({ service_id, ...rest }: PlaceBody, key: string) =>
  request<Placed>("POST", "/checkout", {
    body: { ...sourceParams(service_id), ...rest },
    headers: { "Idempotency-Key": key },
    suppress: true,
  });
