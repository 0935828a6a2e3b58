import type { OrderStatus } from "../../api/types";
import type { TicketCard } from "./api";

/** What goes wrong with orders, and what each is about. */
export const troubles = {
  when: "delivery",
  late: "delivery",
  change: "order",
  missing: "order",
  wrong: "product",
  damaged: "product",
  refund: "payment",
} as const satisfies Record<string, TicketCard["category"]>;
export type Trouble = keyof typeof troubles;

const unknown: readonly Trouble[] = ["late", "change", "missing", "wrong", "damaged", "refund"];
const before: readonly Trouble[] = ["late", "change"];
const after: readonly Trouble[] = ["missing", "wrong", "damaged", "refund"];
const ended: readonly Trouble[] = ["refund"];

const byStatus: Record<OrderStatus, readonly Trouble[]> = {
  draft: before,
  pending: before,
  on_hold: before,
  processing: before,
  shipped: ["late"],
  out_for_delivery: ["late"],
  delivered: after,
  in_return: after,
  return_received: after,
  returned: ended,
  rejected: ended,
  cancelled: ended,
};

/** What can be wrong with an order that stands there; all there is where that is not known. Until it is late, one asks when it comes. */
export function troublesOf(status: OrderStatus | undefined, late: boolean): readonly Trouble[] {
  if (status === undefined) return unknown;
  return late ? byStatus[status] : byStatus[status].map((one) => (one === "late" ? "when" : one));
}
