import type { Order, OrderStatus } from "../../../api/types";
import type { TicketCard } from "./api";

/** Problems with orders, each with its ticket category. */
export const troubles = {
  when: "delivery",
  ready: "order",
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

/**
 * Returns the problems that an order in its status can have; all problems if the order is unknown.
 * Before an order is late, customers ask when it will arrive.
 */
export const troublesOf = (order: Asked | undefined): readonly Trouble[] =>
  order ? byStatus[order.status].map((one) => called(one, order)) : unknown;

/** An order that a ticket is about. */
export type Asked = Pick<Order, "status" | "fulfilment"> & { late: boolean };

/** The chosen problem under its current name: meanwhile an order may become late, or turn out not to be. */
export function called(trouble: Trouble, order: Asked | undefined): Trouble {
  if (!order || !asksWhen.includes(trouble)) return trouble;
  if (order.late) return "late";
  return order.fulfilment === "pickup" ? "ready" : "when";
}

const asksWhen: readonly Trouble[] = ["late", "when", "ready"];
