import { request } from "../../../api/client";
import { personalList, personalQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** The customer's points, their value, and how they are earned. */
export const loyaltyQuery = (scope: Scope) =>
  personalQuery(scope, "/loyalty", { needsLogin: true, staleTime: 0 });

export const loyaltyHistory = (scope: Scope, page = 1) =>
  personalList(scope, "/loyalty/history", {
    from: page,
    needsLogin: true,
    staleTime: 0,
  });

/** Settles all owed points from the wallet, once for a key. */
export const settlePoints = async (points: number, key: string) =>
  (
    await request("POST", "/loyalty/settle", {
      body: { points },
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;

/** Converts points to wallet money, once for a key. */
export const convertPoints = async (points: number, key: string) =>
  (
    await request("POST", "/loyalty/convert", {
      body: { points },
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;
