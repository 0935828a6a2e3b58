import { publicQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import { cookieNames, removeCookie, writeCookie } from "../../../lib/cookies";
import type { Rate } from "../../../lib/rates";
import type { Scope } from "../../../lib/scope";

export type Currency = components["schemas"]["CurrencyView"];

/** The currencies that amounts can be shown in; the first one is the shop's own. */
export const currenciesQuery = (scope: Scope) => publicQuery(scope, "/currencies");

/** The rate of a chosen currency; null for the shop's own, and for a currency that is not offered. */
export function rateOf(list: readonly Currency[] | undefined, chosen: string): Rate | null {
  const found = list?.find(({ id, shop }) => !shop && id.toLowerCase() === chosen.toLowerCase());
  if (!found) return null;
  const { code, symbol, decimals, rate_e6 } = found;
  return { code, symbol, decimals, rateE6: rate_e6 };
}

/** From now on also shows amounts in another currency; "" for the shop's own only. */
export function choose(code: string): void {
  if (code === "") removeCookie(cookieNames.currency);
  else writeCookie(cookieNames.currency, code);
}
