import type { Order, OrderCard, OrderStatus } from "../../../api/types";
import type { Format } from "../../../lib/useFormat";
import type { Change } from "./api";

const ended: ReadonlySet<OrderStatus> = new Set(["delivered", "returned", "rejected", "cancelled"]);
const failed: ReadonlySet<OrderStatus> = new Set(["rejected", "cancelled"]);

/** Whether an order's status will still change without a request. */
export function isLive(status: OrderStatus): boolean {
  return !ended.has(status);
}

/** Whether an order failed. */
export function isFailed(status: OrderStatus): boolean {
  return failed.has(status);
}

/** Whether the order's items can be bought again here, now or once its branch opens. */
export function reachesAgain({ again, fulfilment }: Pick<OrderCard, "again" | "fulfilment">) {
  return again !== null && (again.delivers !== false || fulfilment === "pickup");
}

/** Whether the order was cancelled, or is on its way back without having been handed over. */
export function cameToNothing({ status, delivered_at }: Pick<Order, "status" | "delivered_at">) {
  return isFailed(status) || (delivered_at === null && comesBack.has(status));
}

const comesBack: ReadonlySet<OrderStatus> = new Set(["in_return", "return_received", "returned"]);

export interface TimelineEntry {
  id: string;
  status: OrderStatus;
  label: string;
  /** Unix milliseconds; null for a step that is still to come. */
  at: number | null;
  reason: string;
  state: "done" | "current" | "todo" | "failed";
}

/** The past, current and upcoming steps of an order. */
export function timelineOf(
  order: Pick<Order, "status" | "timeline" | "upcoming">,
): TimelineEntry[] {
  const past = order.timeline.map((moment, place): TimelineEntry => {
    const last = place === order.timeline.length - 1;
    const status = moment.status as OrderStatus;
    return {
      id: `${moment.status}-${moment.at}`,
      status,
      label: moment.label,
      at: Date.parse(moment.at),
      reason: moment.reason,
      state: !last
        ? "done"
        : isFailed(order.status)
          ? "failed"
          : isLive(order.status)
            ? "current"
            : "done",
    };
  });
  const ahead = order.upcoming.map(
    (one): TimelineEntry => ({
      id: `ahead-${one.status}`,
      status: one.status as OrderStatus,
      label: one.label,
      at: null,
      reason: "",
      state: "todo",
    }),
  );
  return [...past, ...ahead];
}

export type Promised =
  /** There is no promise: the order has ended, is not paid yet, or is on its way back. */
  | { kind: "none" }
  | { kind: "window"; from: number; to: number }
  | { kind: "day"; at: number }
  | { kind: "ahead"; at: number; minutes: number }
  /**
   * The last minutes before the promise have begun and the order has not left: its arrival cannot be given in minutes.
   */
  | { kind: "by"; at: number }
  | { kind: "late"; at: number; minutes: number };

const minute = 60_000;
/** How long before the promised time an order shows that it will be late (toldAhead on the server). */
const lastMinutes = 10;
const promising: ReadonlySet<string> = new Set([
  "pending",
  "processing",
  "shipped",
  "out_for_delivery",
  "on_hold",
]);

type Due = { status: string; fulfilment: string; promised_at: string };

/** Whether a promise still applies. An order that is ready to collect has met its promise. */
export const isPromised = ({ status, fulfilment }: Due) =>
  promising.has(status) && !(fulfilment === "pickup" && status === "shipped");

/** Whether the order is on its way to the customer, not on its way back. */
export const isUnderWay = ({ live, status }: Pick<OrderCard, "live" | "status">): boolean =>
  live && status !== "in_return" && status !== "return_received";

/** Whole minutes between two moments as clocks show them, so that a duration matches the times shown next to it. */
export const minutesFrom = (from: number, to: number) =>
  Math.floor(to / minute) - Math.floor(from / minute);

/** Whether its origin and destination are of interest: not while it waits for payment. */
export const isToCome = ({ status }: Pick<Order, "status">): boolean => promising.has(status);

/** Whether its origin and destination are known well enough: an address without a pin is not. */
export const hasWay = (order: Pick<Order, "status" | "fulfilment" | "pinned">): boolean =>
  isToCome(order) && (order.fulfilment === "pickup" || order.pinned);

/** Whether a courier has it. */
export const isOnTheRoad = ({ status }: Pick<Order, "status">): boolean =>
  status === "out_for_delivery";

/** The minutes by which an order that has not arrived is past its promised time; 0 while it is on time. */
export function minutesLate(order: Due, now: number): number {
  const late = isPromised(order) ? minutesFrom(Date.parse(order.promised_at), now) : 0;
  return late > 0 ? late : 0;
}

/** The expected arrival of an order that is or will be late; null if the server gives none, or if it has passed. */
export function expectedOf(
  { expected_at }: Pick<OrderCard, "expected_at">,
  now: number,
): number | null {
  const at = expected_at === null ? 0 : Date.parse(expected_at);
  // The time counts as future until its minute is over; until then the next estimate is requested.
  return minutesFrom(now, at) >= 0 ? at : null;
}

/** Whether the order is late, or is expected to be. */
export const isBehind = (order: Due & Pick<OrderCard, "expected_at">, now: number): boolean =>
  isPromised(order) && (minutesLate(order, now) > 0 || expectedOf(order, now) !== null);

/**
 * The interval of requests for the expected time of an order that may be late: no event reports the branch's other
 * orders.
 */
const lateEvery = 5 * minute;

/** How long events alone are enough: until the order will be late, is late, or passes its expected time. */
export function untilAsked(order: Pick<Order, "promised_at" | "expected_at">, now: number): number {
  const left = Date.parse(order.promised_at) - now;
  const quiet = left - lastMinutes * minute;
  if (quiet > 0) return Math.min(quiet + 1_000, 60 * minute);
  if (left > 0) return Math.min(left + 1_000, lateEvery);
  const passes = order.expected_at === null ? 0 : Date.parse(order.expected_at) - now;
  return passes > 0 ? Math.min(passes + 1_000, lateEvery) : lateEvery;
}

/**
 * The credit for a late order if it is delivered at `now`, and the next step; null if it never brings any. For the
 * credit at the expected time, pass that time. Same rules as on the server (Amends.Of), in the minutes the page shows.
 */
export function lateCredit(
  order: Pick<Order, "late_credit" | "promised_at">,
  now: number,
): {
  amount: number;
  next: Order["late_credit"]["steps"][number] | undefined;
} | null {
  const { steps } = order.late_credit;
  if (steps.length === 0) return null;
  const promised = Date.parse(order.promised_at);
  const reached = steps.filter(({ minutes }) => minutes <= minutesFrom(promised, now)).length;
  return { amount: steps[reached - 1]?.amount ?? 0, next: steps[reached] };
}

/** The live order of most interest: the latest one, otherwise the one with the earliest promise. */
export function mostUrgent(orders: readonly OrderCard[], now: number): OrderCard | undefined {
  return orders
    .filter((order) => order.live)
    .toSorted(
      (a, b) =>
        minutesLate(b, now) - minutesLate(a, now) ||
        Date.parse(a.promised_at) - Date.parse(b.promised_at),
    )[0];
}

/** The promise, relative to now. */
export function promiseOf(
  order: Pick<Order, "status" | "promised_at" | "scheduled" | "service" | "fulfilment">,
  now: number,
): Promised {
  const pickup = order.fulfilment === "pickup";
  const at = Date.parse(order.promised_at);
  if (!isPromised(order) || Number.isNaN(at)) return { kind: "none" };
  const minutes = minutesLate(order, now);
  if (minutes > 0) return { kind: "late", at, minutes };
  if (order.scheduled) {
    const { from, to } = order.scheduled;
    return { kind: "window", from: Date.parse(from), to: Date.parse(to) };
  }
  if (order.service.promise === "days" && !pickup) return { kind: "day", at };
  const left = Math.max(1, minutesFrom(now, at));
  if (!pickup && !isOnTheRoad(order) && left < lastMinutes) return { kind: "by", at };
  return { kind: "ahead", at, minutes: left };
}

/** Splits orders into live and past ones; both keep their sequence. */
export function liveFirst(orders: readonly OrderCard[]): { live: OrderCard[]; past: OrderCard[] } {
  return {
    live: orders.filter((order) => order.live),
    past: orders.filter((order) => !order.live),
  };
}

/** Whether the order's card payment can still be made. */
export function canPay(order: Pick<Order, "status" | "payment_method">): boolean {
  return order.status === "draft" && order.payment_method === "card";
}

/** The text of a change since an order was placed, with formatted amounts. */
export function changeWords(
  change: Change,
  format: Pick<Format, "money" | "amount">,
): { key: string; values: Record<string, string | number> } {
  const { code, name, from, to, unit_grams: grams } = change;
  const money = (amount: number) => format.money(amount, "EGP", grams);
  if (code === "price") {
    return {
      key: "change_price",
      values: { name, from: money(Number(from)), to: money(Number(to)) },
    };
  }
  if (code === "quantity" && grams > 0) {
    const weight = (qty: string) => format.amount(Number(qty), grams);
    return { key: "change_weight", values: { name, from: weight(from), to: weight(to) } };
  }
  if (code === "quantity") {
    return { key: "change_quantity", values: { name, from: Number(from), count: Number(to) } };
  }
  if (code === "not_delivered") return { key: "change_not_delivered", values: { name } };
  if (code === "extras") return { key: "change_extras", values: { name, from } };
  return code === "branch"
    ? { key: "change_branch", values: { from, to } }
    : { key: "change_unavailable", values: { name } };
}

/** The order is on its way with a courier whose number is not known: the customer calls the branch instead. */
export function callsBranchAtDoor(
  order: Pick<Order, "status" | "courier"> & { branch: Pick<Order["branch"], "phone"> },
): boolean {
  return (
    order.status === "out_for_delivery" && order.courier?.phone === "" && order.branch.phone !== ""
  );
}

/**
 * Returns the contact for a late order: the courier if their number is known, otherwise the branch.
 */
export function whoKnows(
  order: Pick<Order, "courier"> & { branch: Pick<Order["branch"], "phone"> },
): { who: "courier" | "branch"; phone: string } | null {
  if (order.courier?.phone) return { who: "courier", phone: order.courier.phone };
  return order.branch.phone ? { who: "branch", phone: order.branch.phone } : null;
}

/** The quantity that was paid for, as format.amount takes it: weighed products count in grams. */
export function paidFor(line: {
  qty: number;
  unit_grams: number;
  charged_grams?: number | null;
}): [qty: number, grams: number] {
  return line.charged_grams ? [line.charged_grams, 1] : [line.qty, line.unit_grams];
}

type PaidBack = Pick<Order, "given_back" | "paid_by">;

/** Where the money of a failed order is refunded to; null if there is no refund. */
export function backTo(order: PaidBack): "card" | "wallet" | "points" | "same" | null {
  if (order.given_back <= 0) return null;
  // Cash is refunded to the wallet.
  const ways = new Set(
    order.paid_by.filter(({ paid }) => paid).map(({ kind }) => (kind === "cod" ? "wallet" : kind)),
  );
  const [way = "same"] = ways;
  return ways.size === 1 ? way : "same";
}
