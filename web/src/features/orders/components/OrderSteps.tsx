import type { OrderStatus } from "../../../api/types";
import { cx } from "../../../ui/cx";

/** How far an order is: placed, being prepared, ready, on its way; the last bar is its arrival. */
const places: Partial<Record<OrderStatus, number>> = {
  pending: 1,
  on_hold: 1,
  processing: 2,
  shipped: 3,
  out_for_delivery: 4,
};

/** The way an order has gone, as a row of bars in the colour of its words, which say the same. */
export function OrderSteps({ status, pickup }: { status: OrderStatus; pickup: boolean }) {
  const at = places[status];
  if (at === undefined) return null;
  const all = pickup ? [1, 2, 3, 4] : [1, 2, 3, 4, 5];
  return (
    <div aria-hidden="true" className="flex gap-2">
      {all.map((place) => (
        <span
          key={place}
          className={cx("h-1.5 flex-1 rounded-full bg-current", place > at && "opacity-30")}
        />
      ))}
    </div>
  );
}
