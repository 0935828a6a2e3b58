import type { OrderStatus } from "../../../../api/types";
import { StepBars } from "../../../../ui/StepBars";

/** The number of bars each status fills: placed, being prepared, ready, on its way; the last bar is the arrival. */
const places: Partial<Record<OrderStatus, number>> = {
  pending: 1,
  on_hold: 1,
  processing: 2,
  shipped: 3,
  out_for_delivery: 4,
};

/** The progress of an order. */
export function OrderSteps({ status, pickup }: { status: OrderStatus; pickup: boolean }) {
  const at = places[status];
  return at === undefined ? null : <StepBars at={at} of={pickup ? 4 : 5} />;
}
