import type { Figures, Lang } from "../lang";
import { formatNumber } from "./figures";

/** A weight as text: "250 g", "1.5 kg". */
export function formatWeight(
  grams: number,
  { lang, figures }: { lang: Lang; figures: Figures },
): string {
  const arabic = lang === "ar";
  return Math.abs(grams) < 1000
    ? `${formatNumber(grams, figures)}\u00a0${arabic ? "جم" : "g"}`
    : `${formatNumber(grams / 1000, figures)}\u00a0${arabic ? "كجم" : "kg"}`;
}

/** The unit of a price, for products sold by weight: "/ kg". */
export const perKilo = (lang: Lang): string => `/\u00a0${lang === "ar" ? "كجم" : "kg"}`;

/** Returns the number of pieces or kilograms by which the displayed price is multiplied. */
export const priced = (qty: number, grams: number): number =>
  grams > 0 ? (qty * grams) / 1000 : qty;
