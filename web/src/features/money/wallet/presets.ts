import type { Wallet } from "../../../api/types";
import { readAmount } from "../../../lib/format/amount";

/** The error in a typed amount, as a key of "wallet"; null if there is none. */
export function wrongAmount(text: string, least: number, most: number): string | null {
  if (text.trim() === "") return "required";
  const amount = readAmount(text);
  if (amount === null) return "numbers_only";
  return amount >= least && amount <= most ? null : "amount_wrong";
}

const amounts = [50, 100, 200, 500] as const;

/** The preset amounts within the limits of a top-up. */
export const presetsOf = ({ top_up: { least, most } }: Wallet): readonly number[] =>
  amounts.filter((one) => one >= least && one <= most);
