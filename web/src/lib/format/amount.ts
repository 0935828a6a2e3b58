import { readFigures } from "./figures";

/**
 * An amount as typed, in either numerals, with at most two decimals: its value, 0 for an empty
 * text, null for an invalid amount.
 */
export function readAmount(text: string): number | null {
  const figures = readFigures(text).trim().replace(/٬/g, "");
  // A comma before three digits separates thousands; before one or two it is the decimal mark.
  const plain = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(figures)
    ? figures.replace(/,/g, "")
    : figures;
  if (plain === "") return 0;
  return /^\d{1,9}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
}
