import type { Order, OrderCard, OrderStatus } from "../../../api/types";
import type { Format } from "../../../lib/useFormat";
import type { Change } from "./api";

const ended: ReadonlySet<OrderStatus> = new Set(["delivered", "returned", "rejected", "cancelled"]);
const failed: ReadonlySet<OrderStatus> = new Set(["rejected", "cancelled"]);

/** Whether something is still to happen to an order without anybody asking for it. */
export function isLive(status: OrderStatus): boolean {
  return !ended.has(status);
}

/** Whether an order came to nothing. */
export function isFailed(status: OrderStatus): boolean {
  return failed.has(status);
}

/** What it brought can be had here again, now or once its branch opens. */
export function reachesAgain({ again, fulfilment }: Pick<OrderCard, "again" | "fulfilment">) {
  return again !== null && (again.delivers !== false || fulfilment === "pickup");
}

/** It was called off, or is on its way back without having been handed over. */
export function cameToNothing({ status, delivered_at }: Pick<Order, "status" | "delivered_at">) {
  return isFailed(status) || (delivered_at === null && comesBack.has(status));
}

const comesBack: ReadonlySet<OrderStatus> = new Set(["in_return", "return_received", "returned"]);

export interface TimelineEntry {
  id: string;
  status: OrderStatus;
  label: string;
  /** Unix milliseconds; null for what is still to come. */
  at: number | null;
  reason: string;
  state: "done" | "current" | "todo" | "failed";
}

/** What happened, where it stands, what comes. */
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
  /** Nothing is promised: it has ended, is not paid yet, or is on its way back. */
  | { kind: "none" }
  | { kind: "window"; from: number; to: number }
  | { kind: "day"; at: number }
  | { kind: "ahead"; at: number; minutes: number }
  /** Its last minutes have come and it has not left: nobody knows in how many minutes it comes. */
  | { kind: "by"; at: number }
  | { kind: "late"; at: number; minutes: number };

const minute = 60_000;
/** How long before its promise an order says that it will be late (toldAhead on the server). */
const lastMinutes = 10;
const promising: ReadonlySet<string> = new Set([
  "pending",
  "processing",
  "shipped",
  "out_for_delivery",
  "on_hold",
]);

type Due = { status: string; fulfilment: string; promised_at: string };

/** Whether it is still to come. What is ready to collect has kept its promise. */
export const isPromised = ({ status, fulfilment }: Due) =>
  promising.has(status) && !(fulfilment === "pickup" && status === "shipped");

/** Whether it is on its way to somebody: what comes back is not. */
export const isUnderWay = ({ live, status }: Pick<OrderCard, "live" | "status">): boolean =>
  live && status !== "in_return" && status !== "return_received";

/** Whole minutes between two moments as clocks show them, so that both agree on a page that says both. */
export const minutesFrom = (from: number, to: number) =>
  Math.floor(to / minute) - Math.floor(from / minute);

/** Whether where it comes from and goes to is of use: not while it waits to be paid. */
export const isToCome = ({ status }: Pick<Order, "status">): boolean => promising.has(status);

/** Whether it is known well enough where it comes from and goes to: an address without a pin is not. */
export const hasWay = (order: Pick<Order, "status" | "fulfilment" | "pinned">): boolean =>
  isToCome(order) && (order.fulfilment === "pickup" || order.pinned);

/** Whether a courier has it. */
export const isOnTheRoad = ({ status }: Pick<Order, "status">): boolean =>
  status === "out_for_delivery";

/** How many minutes after its promise it is and not there yet; 0 while it is in time. */
export function minutesLate(order: Due, now: number): number {
  const late = isPromised(order) ? minutesFrom(Date.parse(order.promised_at), now) : 0;
  return late > 0 ? late : 0;
}

/** When an order is expected that is or will be late; null where the server does not say, or that has passed. */
export function expectedOf(
  { expected_at }: Pick<OrderCard, "expected_at">,
  now: number,
): number | null {
  const at = expected_at === null ? 0 : Date.parse(expected_at);
  // Within its own minute it has not passed: the next estimate is asked for meanwhile.
  return minutesFrom(now, at) >= 0 ? at : null;
}

/** Whether it is late, or said to be by when it comes. */
export const isBehind = (order: Due & Pick<OrderCard, "expected_at">, now: number): boolean =>
  isPromised(order) && (minutesLate(order, now) > 0 || expectedOf(order, now) !== null);

/**
 * Once it may say that it is late, how often to ask when it is expected: no event tells of the
 * branch's other orders.
 */
const lateEvery = 5 * minute;

/**
 * How long nothing but events has to be asked about: its next change is that it will be late, that it
 * is, or that its estimate passes.
 */
export function untilAsked(order: Pick<Order, "promised_at" | "expected_at">, now: number): number {
  const left = Date.parse(order.promised_at) - now;
  const quiet = left - lastMinutes * minute;
  if (quiet > 0) return Math.min(quiet + 1_000, 60 * minute);
  if (left > 0) return Math.min(left + 1_000, lateEvery);
  const passes = order.expected_at === null ? 0 : Date.parse(order.expected_at) - now;
  return passes > 0 ? Math.min(passes + 1_000, lateEvery) : lateEvery;
}

/**
 * What an order's lateness brings its customer: on delivery now, or when it is expected where that brings more,
 * and from the next step on; null where nothing ever does.
 * Counted as the server does (Amends.Of), and as the page says how late it is.
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

/**
 * Of the orders that something is still to happen to, the one most looked out for: what is late, then
 * what was promised first.
 */
export function mostUrgent(orders: readonly OrderCard[], now: number): OrderCard | undefined {
  return orders
    .filter((order) => order.live)
    .toSorted(
      (a, b) =>
        minutesLate(b, now) - minutesLate(a, now) ||
        Date.parse(a.promised_at) - Date.parse(b.promised_at),
    )[0];
}

/** What was promised, against now. */
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

/** Orders that something is still to happen to come first; each part keeps its order. */
export function liveFirst(orders: readonly OrderCard[]): { live: OrderCard[]; past: OrderCard[] } {
  return {
    live: orders.filter((order) => order.live),
    past: orders.filter((order) => !order.live),
  };
}

/** A card payment that can still be made. */
export function canPay(order: Pick<Order, "status" | "payment_method">): boolean {
  return order.status === "draft" && order.payment_method === "card";
}

/** What changed since an order, in words whose amounts are written as everywhere. */
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

/** On the way with a courier whose number is not known: the branch is called in their place. */
export function callsBranchAtDoor(
  order: Pick<Order, "status" | "courier"> & { branch: Pick<Order["branch"], "phone"> },
): boolean {
  return (
    order.status === "out_for_delivery" && order.courier?.phone === "" && order.branch.phone !== ""
  );
}

/** Who can say where a late order is: the courier who has it, else the branch. */
export function whoKnows(
  order: Pick<Order, "courier"> & { branch: Pick<Order["branch"], "phone"> },
): { who: "courier" | "branch"; phone: string } | null {
  if (order.courier?.phone) return { who: "courier", phone: order.courier.phone };
  return order.branch.phone ? { who: "branch", phone: order.branch.phone } : null;
}

/** How much of a line is paid for, as an amount is formatted: what was weighed counts in grams. */
export function paidFor(line: {
  qty: number;
  unit_grams: number;
  charged_grams?: number | null;
}): [qty: number, grams: number] {
  return line.charged_grams ? [line.charged_grams, 1] : [line.qty, line.unit_grams];
}

type PaidBack = Pick<Order, "given_back" | "paid_by">;

/** Where the money of an order that came to nothing goes back to; null where none does. */
export function backTo(order: PaidBack): "card" | "wallet" | "points" | "same" | null {
  if (order.given_back <= 0) return null;
  // Cash goes back to the wallet.
  const ways = new Set(
    order.paid_by.filter(({ paid }) => paid).map(({ kind }) => (kind === "cod" ? "wallet" : kind)),
  );
  const [way = "same"] = ways;
  return ways.size === 1 ? way : "same";
}
