import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { ConsoleRefund, Credit } from "../../../api/types";
import type { Scope } from "../../../lib/scope";

export type Found = components["schemas"]["WalletFound"];

const refunds = "/console/refunds";
const credits = "/console/wallet/credits";

/** Refunds that wait for somebody, the oldest first. */
export const refundsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [refunds, scope.lang, scope.session],
    queryFn: ({ signal }) => request<ConsoleRefund[]>("GET", refunds, { signal, suppress: true }),
    enabled: scope.session !== "",
  });

/** Credits given and asked for, the newest first. */
export const creditsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [credits, scope.lang, scope.session],
    queryFn: ({ signal }) => request<Credit[]>("GET", credits, { signal, suppress: true }),
    enabled: scope.session !== "",
  });

export const markPaid = (id: string, reference: string) =>
  request<ConsoleRefund>("POST", `${refunds}/${encodeURIComponent(id)}/paid`, {
    body: { reference },
    suppress: true,
  });

export const findShopper = async (phone: string) =>
  (
    await request<Found>("GET", "/console/wallet/shopper", {
      query: { phone },
      suppress: true,
    })
  ).data;

export const giveCredit = async (phone: string, amount: number, reason: string, key: string) =>
  (
    await request<Credit>("POST", credits, {
      body: { phone, amount, reason },
      headers: { "Idempotency-Key": key },
      suppress: true,
    })
  ).data;

export const decideCredit = (id: string, approve: boolean) =>
  request<Credit>("POST", `${credits}/${encodeURIComponent(id)}/decide`, {
    body: { approve },
    suppress: true,
  });
