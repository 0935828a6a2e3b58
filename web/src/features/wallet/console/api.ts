import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type Found = components["schemas"]["WalletFound"];

/** Refunds that wait for somebody, the oldest first. */
export const refundsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["/console/refunds", scope.lang, scope.session],
    queryFn: ({ signal }) => request("GET", "/console/refunds", { signal, suppressToast: true }),
    enabled: scope.session !== "",
  });

/** Credits given and asked for, the newest first. */
export const creditsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["/console/wallet/credits", scope.lang, scope.session],
    queryFn: ({ signal }) =>
      request("GET", "/console/wallet/credits", { signal, suppressToast: true }),
    enabled: scope.session !== "",
  });

export const markPaid = (id: string, reference: string) =>
  request("POST", "/console/refunds/{id}/paid", {
    path: { id },
    body: { reference },
    suppressToast: true,
  });

export const findCustomer = async (phone: string) =>
  (
    await request("GET", "/console/wallet/customer", {
      query: { phone },
      suppressToast: true,
    })
  ).data;

export const giveCredit = async (phone: string, amount: number, reason: string, key: string) =>
  (
    await request("POST", "/console/wallet/credits", {
      body: { phone, amount, reason },
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;

export const decideCredit = (id: string, approve: boolean) =>
  request("POST", "/console/wallet/credits/{id}/decide", {
    path: { id },
    body: { approve },
    suppressToast: true,
  });
