import type { OrderStatus } from "../../api/types";
import type { TicketCard } from "./api";

/** What goes wrong with orders, and what each is about. */
export const troubles = {
  late: "delivery",
  change: "order",
  missing: "order",
  wrong: "product",
  damaged: "product",
  refund: "payment",
} as const satisfies Record<string, TicketCard["category"]>;
export type Trouble = keyof typeof troubles;

const all = Object.keys(troubles) as Trouble[];
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

/** What can be wrong with an order that stands there; all there is where that is not known. */
export const troublesOf = (status: OrderStatus | undefined): readonly Trouble[] =>
  status === undefined ? all : byStatus[status];
