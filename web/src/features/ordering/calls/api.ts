import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

/** A guest's order, with the code for the phone call. */
export type CallOrder = components["schemas"]["CallsCallOrder"];

/** Whether guests may order and confirm by a call. */
export const byCallQuery = (scope: Scope) =>
  personalQuery(scope, "/remote-config/order-by-call", { staleTime: 60_000 });

export interface CallChoice {
  district_id: string;
  lat: string;
  lng: string;
  /** "" means now. */
  slot: string;
}

export const callQuoteQuery = (scope: Scope, service: string, choice: CallChoice) =>
  personalQuery(scope, "/checkout/by-call", {
    params: { service_id: service, ...choice },
    enabled: service !== "",
    staleTime: 0,
  });

export type CallBody = Body<"POST", "/checkout/by-call">;

/** Orders the guest's cart, once for each key however often the request is sent. */
export const placeByCall = (body: CallBody, key: string) =>
  request("POST", "/checkout/by-call", {
    body,
    headers: { "Idempotency-Key": key },
    suppressToast: true,
  });

const opened = (token: string) => ({ "order-token": token });

/** An order that this browser placed. Its page polls, because no events report its changes. */
export const callOrderQuery = (scope: Scope, id: string, token: string) =>
  queryOptions({
    queryKey: ["/call-orders/{id}", scope.lang, id],
    queryFn: async ({ signal }) =>
      (
        await request("GET", "/call-orders/{id}", {
          path: { id },
          headers: opened(token),
          suppressToast: true,
          signal,
        })
      ).data,
    enabled: token !== "",
    staleTime: 0,
  });

export const cancelCallOrder = async (id: string, token: string) =>
  (
    await request("POST", "/call-orders/{id}/cancel", {
      path: { id },
      headers: opened(token),
      suppressToast: true,
    })
  ).data;
