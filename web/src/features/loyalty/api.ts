import { request } from "../../api/client";
import { personalList, personalQuery } from "../../api/query";
import type { Conversion, Loyalty, PointsEntry } from "../../api/types";
import type { Scope } from "../../lib/scope";

/** The shopper's points, what they are worth, and how they are earned. */
export const loyaltyQuery = (scope: Scope) =>
  personalQuery<Loyalty>(scope, "/loyalty", { needsLogin: true, staleTime: 0 });

export const loyaltyHistory = (scope: Scope, page = 1) =>
  personalList<PointsEntry>(scope, "/loyalty/history", {}, page, {
    needsLogin: true,
    staleTime: 0,
  });

/** Turns points into wallet money, once for a key. */
export const convertPoints = async (points: number, key: string) =>
  (
    await request<Conversion>("POST", "/loyalty/convert", {
      body: { points },
      headers: { "Idempotency-Key": key },
      suppress: true,
    })
  ).data;
