import { request } from "../../../api/client";
import { personalList } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** The transactions of the wallet, newest first. */
export const walletHistory = (scope: Scope, page = 1) =>
  personalList(scope, "/wallet/history", { from: page, needsLogin: true, staleTime: 0 });

/** Begins a top-up and returns the URL of the card form; the same key leads to the same payment. */
export const topUp = async (amount: number, key: string) =>
  (
    await request("POST", "/wallet/top-up", {
      body: { amount },
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data.redirect_url;
