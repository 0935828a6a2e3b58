/**
 * Amounts in another currency, shown beside those of the shop: the customer's choice, for
 * information. Orders are paid in the shop's currency; what is shown here always carries ≈.
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

/** The currency amounts are shown in beside the shop's own, null for none. */
export function useRate(): Rate | null {
  return use(RateContext);
}

/**
 * An amount of the shop (major units) in minor units of another currency, half away from zero: what
 * the server freezes on an order, to the last unit.
 */
export function convert(amount: number, { decimals, rateE6 }: Rate): number {
  const minor = Math.round(Math.abs(amount) * 100);
  const converted = Math.floor((2 * minor * 10_000 * 10 ** decimals + rateE6) / (2 * rateE6));
  return amount < 0 ? -converted : converted;
}

/** "≈ US$ 2.47", "≈ ٢٫٤٧ $" of an amount in the other currency's own major units. */
export function approximate(
  major: number,
  { symbol, decimals }: Pick<Rate, "symbol" | "decimals">,
  { lang, figures }: { lang: Lang; figures: Figures },
): string {
  const figure = formatNumber(major, figures, decimals);
  return lang === "en" ? `≈\u00a0${symbol}\u00a0${figure}` : `≈\u00a0${figure}\u00a0${symbol}`;
}

/** How many decimals amounts in a currency have. */
export function decimalsOf(code: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 2
  );
}

/** An amount of the shop as it is shown in another currency. */
export function approximateOf(
  amount: number,
  rate: Rate,
  locale: { lang: Lang; figures: Figures },
): string {
  return approximate(convert(amount, rate) / 10 ** rate.decimals, rate, locale);
}
