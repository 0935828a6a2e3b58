import type { Wallet } from "../../api/types";

const amounts = [50, 100, 200, 500] as const;

/** The usual amounts that may be topped up at once. */
export const presetsOf = ({ top_up: { least, most } }: Wallet): readonly number[] =>
  amounts.filter((one) => one >= least && one <= most);
