import { request } from "../../../../api/client";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type Found = components["schemas"]["WalletFound"];

/** Refunds that require an action, the oldest first. */
export const refundsList = (scope: Scope) => keysetList(scope, "/console/refunds", {});

/** Credits given and requested, the newest first. */
export const creditsList = (scope: Scope) => keysetList(scope, "/console/wallet/credits", {});

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
