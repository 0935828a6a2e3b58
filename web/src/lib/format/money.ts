import type { Figures, Lang } from "../lang";
import { grouped, marks, writeFigures } from "./figures";

/** An amount ready to be shown: the kit's Price takes it as it is. */
export interface MoneyParts {
  /** Figures before the decimal mark, with groups and sign: "1,234". */
  whole: string;
  /** Decimal mark and two figures, or "" for a round amount: ".50". */
  fraction: string;
  /** "EGP" or "ج.م." */
  currency: string;
  /** English writes the currency first, Arabic last. */
  currencyFirst: boolean;
  /** The whole as one text: "EGP 1,234.50". */
  text: string;
  /** What the amount is of, where it is sold by weight: "/ kg". */
  per?: string;
  /** About how much that is in the currency the customer chose: "≈ US$ 2.47". */
  approx?: string;
}

/** Labels of currencies in Arabic; every other code is written as it is. */
const arabicLabels: Record<string, string> = {
  EGP: "ج.م.",
  SAR: "ر.س.",
  AED: "د.إ.",
  USD: "$",
  EUR: "€",
};

export function currencyLabel(currency: string, lang: Lang): string {
  return lang === "ar" ? (arabicLabels[currency] ?? currency) : currency;
}

/**
 * An amount in major units, as the API answers it (120.5), for showing. The API's amounts are
 * exact to the piastre; the rounding here only undoes what binary fractions do to 0.1.
 */
export function moneyParts(
  amount: number,
  currency: string,
  locale: { lang: Lang; figures: Figures },
): MoneyParts {
  const { group, decimal, minus } = marks(locale.figures);
  // Right-to-left, a bare minus would stand behind the 012 figures; the first mark keeps the direction.
  const less = locale.lang === "ar" && locale.figures === "latn" ? `\u200f\u200e${minus}` : minus;
  const minor = Math.round(Math.abs(amount) * 100);
  const whole = grouped(String(Math.floor(minor / 100)), group);
  const cents = minor % 100;
  const shownWhole = writeFigures(`${amount < 0 && minor > 0 ? less : ""}${whole}`, locale.figures);
  const fraction =
    cents === 0 ? "" : writeFigures(`${decimal}${String(cents).padStart(2, "0")}`, locale.figures);
  const label = currencyLabel(currency, locale.lang);
  const currencyFirst = locale.lang === "en";
  const figure = `${shownWhole}${fraction}`;
  return {
    whole: shownWhole,
    fraction,
    currency: label,
    currencyFirst,
    // A sign stands before all of it.
    text: currencyFirst
      ? figure.replace(/^(\u2212?)/, `$1${label}\u00a0`)
      : `${figure}\u00a0${label}`,
  };
}

/** The amount as one text, for sentences and labels: "EGP 120.50", "١٢٠٫٥٠ ج.م.". */
export function formatMoney(
  amount: number,
  currency: string,
  locale: { lang: Lang; figures: Figures },
): string {
  return moneyParts(amount, currency, locale).text;
}
