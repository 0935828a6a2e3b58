/**
 * Approximate amounts in another currency that the customer chose, shown next to the shop's. Orders
 * are paid in the shop's currency; amounts shown here always carry ≈.
 */

import { createContext, type ReactNode, use } from "react";
import { formatNumber } from "./format/figures";
import type { Figures, Lang } from "./lang";

export interface Rate {
  code: string;
  symbol: string;
  decimals: number;
  /** Millionths of the shop's currency for one unit. */
  rateE6: number;
}

const RateContext = createContext<Rate | null>(null);

export function RateProvider({ rate, children }: { rate: Rate | null; children: ReactNode }) {
  return <RateContext value={rate}>{children}</RateContext>;
}

/** The currency in which amounts are shown next to the shop's own; null for none. */
export function useRate(): Rate | null {
  return use(RateContext);
}

/**
 * A shop amount (major units) in minor units of another currency, rounded half away from zero: the
 * same value, to the last unit, that the server stores on an order.
 */
export function convert(amount: number, { decimals, rateE6 }: Rate): number {
  const minor = Math.round(Math.abs(amount) * 100);
  const converted = Math.floor((2 * minor * 10_000 * 10 ** decimals + rateE6) / (2 * rateE6));
  return amount < 0 ? -converted : converted;
}

/** "≈ US$ 2.47" or "≈ ٢٫٤٧ $" for an amount in the other currency's major units. */
export function approximate(
  major: number,
  { symbol, decimals }: Pick<Rate, "symbol" | "decimals">,
  { lang, figures }: { lang: Lang; figures: Figures },
): string {
  const figure = formatNumber(major, figures, decimals);
  return lang === "en" ? `≈\u00a0${symbol}\u00a0${figure}` : `≈\u00a0${figure}\u00a0${symbol}`;
}

/** The number of decimals of a currency. */
export function decimalsOf(code: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 2
  );
}

/** A shop amount as it is shown in another currency. */
export function approximateOf(
  amount: number,
  rate: Rate,
  locale: { lang: Lang; figures: Figures },
): string {
  return approximate(convert(amount, rate) / 10 ** rate.decimals, rate, locale);
}
