import type { Figures, Lang } from "../lang";
import { formatNumber } from "./figures";

/** A weight as it is read: "250 g", "1.5 kg". */
export function formatWeight(
  grams: number,
  { lang, figures }: { lang: Lang; figures: Figures },
): string {
  const arabic = lang === "ar";
  return Math.abs(grams) < 1000
    ? `${formatNumber(grams, figures)}\u00a0${arabic ? "جم" : "g"}`
    : `${formatNumber(grams / 1000, figures)}\u00a0${arabic ? "كجم" : "kg"}`;
}

/** What a price is of, for what is sold by weight: "/ kg". */
export const perKilo = (lang: Lang): string => `/\u00a0${lang === "ar" ? "كجم" : "kg"}`;

/** As how many pieces or kilograms so many units count, which their price is told for. */
export const priced = (qty: number, grams: number): number =>
  grams > 0 ? (qty * grams) / 1000 : qty;
