import type { Figures, Lang } from "../lang";
import { grouped, marks, writeFigures } from "./figures";

/** An amount ready to be shown, in the form that the kit's Price takes. */
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
  /** The unit of the price, for products sold by weight: "/ kg". */
  per?: string;
  /** The approximate amount in the customer's chosen currency: "≈ US$ 2.47". */
  approx?: string;
}

/** Labels of currencies in Arabic; other currencies are written as their code. */
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
 * An amount in major units, as the API returns it (120.5), for display. The API's amounts are exact
 * to the piastre; the rounding here only corrects the binary representation of decimals such as
 * 0.1.
 */
export function moneyParts(
  amount: number,
  currency: string,
  locale: { lang: Lang; figures: Figures },
): MoneyParts {
  const { group, decimal, minus } = marks(locale.figures);
  // In right-to-left text a bare minus would appear after Latin digits; the marks keep it before
  // them.
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
    // A minus sign comes before the currency.
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
