import { readFigures } from "./figures";

/**
 * An amount as somebody types it, in either figures, with at most two decimals: its value, 0 for
 * nothing typed, null for what is no amount.
 */
export function readAmount(text: string): number | null {
  const figures = readFigures(text).trim().replace(/٬/g, "");
  // Commas before three figures part thousands; before one or two it is the decimal mark.
  const plain = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(figures)
    ? figures.replace(/,/g, "")
    : figures;
  if (plain === "") return 0;
  return /^\d{1,9}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
}
