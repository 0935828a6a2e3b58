import type { QuotationState } from "../../../../api/types";
import { StepBars } from "../../../../ui/StepBars";

/** How far a quotation is: asked for, priced, accepted; the last bar is its order. */
const places: Partial<Record<QuotationState, number>> = {
  requested: 1,
  change_requested: 1,
  priced: 2,
  accepted: 3,
  ordered: 4,
};

/** The way a quotation has gone; nothing of one that came to nothing. */
export function QuotationSteps({ state }: { state: QuotationState }) {
  const at = places[state];
  return at === undefined ? null : <StepBars at={at} of={4} />;
}
