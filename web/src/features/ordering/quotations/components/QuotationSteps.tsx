import type { QuotationState } from "../../../../api/types";
import { StepBars } from "../../../../ui/StepBars";

/** The number of bars that each state fills: requested, priced, accepted; the last bar is the order. */
const places: Partial<Record<QuotationState, number>> = {
  requested: 1,
  change_requested: 1,
  priced: 2,
  accepted: 3,
  ordered: 4,
};

/** The progress of a quotation; nothing for one that failed. */
export function QuotationSteps({ state }: { state: QuotationState }) {
  const at = places[state];
  return at === undefined ? null : <StepBars at={at} of={4} />;
}
