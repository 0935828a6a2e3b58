import { readFigures } from "./figures";

/**
 * An amount as somebody types it, in either figures, with at most two decimals: its value, 0 for
 * nothing typed, null for what is no amount.
 */
export function readAmount(text: string): number | null {
  const plain = readFigures(text).trim().replace(/٬/g, "");
  if (plain === "") return 0;
  return /^\d{1,6}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
}
