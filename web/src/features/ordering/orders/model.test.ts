import { describe, expect, test } from "vitest";
import type { Order, OrderCard } from "../../../api/types";
import { clockOf } from "../../../lib/format/dates";
import {
  canPay,
  changeWords,
  hasWay,
  isBehind,
  isLive,
  lateCredit,
  liveFirst,
  mostUrgent,
  promiseOf,
  timelineOf,
  untilAsked,
} from "./model";

const moment = (status: Order["status"], at = "2026-11-20T10:00:00Z", reason = "") => ({
  status,
  label: status,
  at,
  by: "staff" as const,
  reason,
});

describe("the timeline", () => {
  test("is done, then now, then to come", () => {
    const steps = timelineOf({
      status: "processing",
      timeline: [moment("pending"), moment("processing", "2026-11-20T10:05:00Z")],
      upcoming: [{ status: "shipped", label: "Ready" }],
    });
    expect(steps.map(({ status, state }) => `${status} ${state}`)).toEqual([
      "pending done",
      "processing current",
      "shipped todo",
    ]);
    expect(steps[2]?.at).toBeNull();
  });
  test("ends in done when delivered, in failed when rejected, with the reason", () => {
    const delivered = timelineOf({
      status: "delivered",
      timeline: [moment("delivered")],
      upcoming: [],
    });
    expect(delivered[0]?.state).toBe("done");
    const rejected = timelineOf({
      status: "rejected",
      timeline: [moment("pending"), moment("rejected", "2026-11-20T10:05:00Z", "No dough")],
      upcoming: [],
    });
    expect(rejected[1]).toMatchObject({ state: "failed", reason: "No dough" });
  });
});

describe("the promise against now", () => {
  const order = {
    status: "processing" as const,
    fulfilment: "delivery" as "delivery" | "pickup",
    promised_at: "2026-11-20T10:40:00Z",
    scheduled: null,
    service: { id: "s", slug: "s", name: "S", promise: "minutes" as const },
  };
  const at = (text: string) => Date.parse(text);
  test("what is ready to collect has kept it, also where days are promised", () => {
    const days = { ...order.service, promise: "days" as const };
    const pickup = { ...order, service: days, fulfilment: "pickup" as const };
    expect(promiseOf(pickup, at("2026-11-20T10:10:30Z"))).toMatchObject({ kind: "ahead" });
    expect(promiseOf({ ...pickup, status: "shipped" }, at("2026-11-20T11:00:00Z"))).toEqual({
      kind: "none",
    });
  });
  test("ahead, in whole minutes", () => {
    expect(promiseOf(order, at("2026-11-20T10:10:30Z"))).toMatchObject({
      kind: "ahead",
      minutes: 30,
    });
    const left = { ...order, status: "out_for_delivery" as const };
    expect(promiseOf(left, at("2026-11-20T10:40:30Z"))).toMatchObject({
      kind: "ahead",
      minutes: 1,
    });
  });
  test("no minutes are counted down of what has not left", () => {
    const by = { kind: "by", at: at(order.promised_at) };
    expect(promiseOf(order, at("2026-11-20T10:31:30Z"))).toEqual(by);
    expect(promiseOf(order, at("2026-11-20T10:40:30Z"))).toEqual(by);
    expect(promiseOf(order, at("2026-11-20T10:30:30Z"))).toMatchObject({ minutes: 10 });
    const collected = { ...order, fulfilment: "pickup" as const };
    expect(promiseOf(collected, at("2026-11-20T10:40:30Z"))).toMatchObject({ minutes: 1 });
  });
  test("the minutes are those between the clock times that stand beside them", () => {
    const placed = { ...order, promised_at: "2026-11-20T17:24:50Z" };
    expect(promiseOf(placed, at("2026-11-20T16:54:10Z"))).toMatchObject({ minutes: 30 });
    expect(promiseOf(placed, at("2026-11-20T16:54:59Z"))).toMatchObject({ minutes: 30 });
    expect(promiseOf(placed, at("2026-11-20T17:24:55Z"))).toMatchObject({ kind: "by" });
    expect(promiseOf(placed, at("2026-11-20T17:41:05Z"))).toEqual({
      kind: "late",
      at: at(placed.promised_at),
      minutes: 17,
    });
  });
  test("late", () => {
    expect(promiseOf(order, at("2026-11-20T10:52:10Z"))).toMatchObject({
      kind: "late",
      minutes: 12,
    });
  });
  test("a window, a day, and nothing for what has ended or is not paid", () => {
    const scheduled = { from: "2026-11-20T10:00:00Z", to: "2026-11-20T10:40:00Z" };
    const now = at("2026-11-20T09:00:00Z");
    expect(promiseOf({ ...order, scheduled }, now).kind).toBe("window");
    const days = { ...order.service, promise: "days" as const };
    expect(promiseOf({ ...order, service: days }, now).kind).toBe("day");
    expect(promiseOf({ ...order, status: "delivered" }, now).kind).toBe("none");
    expect(promiseOf({ ...order, status: "draft" }, now).kind).toBe("none");
  });
});

test("live orders come first", () => {
  const card = (id: string, live: boolean) => ({ id, live }) as OrderCard;
  const { live, past } = liveFirst([card("a", false), card("b", true), card("c", false)]);
  expect(live.map(({ id }) => id)).toEqual(["b"]);
  expect(past.map(({ id }) => id)).toEqual(["a", "c"]);
});

test("only a draft by card can be paid on", () => {
  expect(canPay({ status: "draft", payment_method: "card" })).toBe(true);
  expect(canPay({ status: "pending", payment_method: "card" })).toBe(false);
  expect(isLive("on_hold")).toBe(true);
  expect(isLive("cancelled")).toBe(false);
});

test("a countdown as a clock, in the visitor's figures", () => {
  expect(clockOf(845, "latn")).toBe("14:05");
  expect(clockOf(9, "arab")).toBe("٠:٠٩");
  expect(clockOf(-3, "latn")).toBe("0:00");
});

test("changes since an order get amounts as everywhere", () => {
  const money = {
    money: (amount: number, _currency?: string, grams = 0) =>
      `EGP ${amount}${grams > 0 ? " / kg" : ""}`,
    amount: (qty: number, grams: number) => `${qty * grams} g`,
  };
  const change = { name: "Tea", from: "10", to: "12.5", message: "", unit_grams: 0 };
  expect(changeWords({ ...change, code: "price" }, money)).toEqual({
    key: "change_price",
    values: { name: "Tea", from: "EGP 10", to: "EGP 12.5" },
  });
  expect(changeWords({ ...change, code: "quantity", to: "2" }, money)).toEqual({
    key: "change_quantity",
    values: { name: "Tea", from: 10, count: 2 },
  });
  const weighed = { ...change, unit_grams: 50 };
  expect(changeWords({ ...weighed, code: "price" }, money).values).toEqual({
    name: "Tea",
    from: "EGP 10 / kg",
    to: "EGP 12.5 / kg",
  });
  expect(changeWords({ ...weighed, code: "quantity", to: "2" }, money)).toEqual({
    key: "change_weight",
    values: { name: "Tea", from: "500 g", to: "100 g" },
  });
  expect(changeWords({ ...change, code: "unavailable" }, money).key).toBe("change_unavailable");
  expect(changeWords({ ...change, code: "not_delivered" }, money)).toEqual({
    key: "change_not_delivered",
    values: { name: "Tea" },
  });
});

test("of orders under way the late one is shown, then the one that is due first", () => {
  const order = (id: string, status: OrderCard["status"], promised_at: string, live = true) =>
    ({ id, status, promised_at, live, fulfilment: "delivery" }) as OrderCard;
  const now = Date.parse("2026-11-20T12:00:00Z");
  const tomorrow = order("tomorrow", "processing", "2026-11-21T10:00:00Z");
  const soon = order("soon", "shipped", "2026-11-20T12:20:00Z");
  const late = order("late", "out_for_delivery", "2026-11-20T10:05:00Z");
  const over = order("over", "delivered", "2026-11-20T09:00:00Z", false);
  expect(mostUrgent([tomorrow, over, soon, late], now)?.id).toBe("late");
  expect(mostUrgent([tomorrow, over, soon], now)?.id).toBe("soon");
  expect(mostUrgent([over], now)).toBeUndefined();
});

test("an order is asked for again as it may say it will be late, as it is, and as its estimate passes", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const asked = (promised: number, expected: number | null) =>
    untilAsked(
      { promised_at: at(promised), expected_at: expected === null ? null : at(expected) },
      now,
    ) / 1000;
  expect(asked(300, null)).toBe(3600);
  expect(asked(30, null)).toBe(1201);
  expect(asked(10, null)).toBe(300);
  expect(asked(2, null)).toBe(121);
  expect(asked(2, 20)).toBe(121);
  expect(asked(-5, 2)).toBe(121);
  expect(asked(-5, 20)).toBe(300);
  expect(asked(-5, null)).toBe(300);
  // A clock that is ahead does not cause constant requests.
  expect(asked(-5, -1)).toBe(300);
});

test("an order is behind when it is late, and when it is said to be", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const behind = (status: string, promised: number, expected: number | null) =>
    isBehind(
      {
        status,
        fulfilment: "delivery",
        promised_at: at(promised),
        expected_at: expected === null ? null : at(expected),
      },
      now,
    );
  expect(behind("processing", 5, null)).toBe(false);
  expect(behind("processing", 5, 20)).toBe(true);
  expect(behind("processing", 5, -1)).toBe(false);
  expect(behind("processing", -5, null)).toBe(true);
  expect(behind("delivered", -5, 20)).toBe(false);
});

test("the way is known to a pin or from a counter, while it is to come", () => {
  const way = (status: Order["status"], fulfilment: Order["fulfilment"], pinned: boolean) =>
    hasWay({ status, fulfilment, pinned });
  expect(way("out_for_delivery", "delivery", true)).toBe(true);
  expect(way("out_for_delivery", "delivery", false)).toBe(false);
  expect(way("shipped", "pickup", false)).toBe(true);
  expect(way("delivered", "delivery", true)).toBe(false);
  expect(way("draft", "delivery", true)).toBe(false);
});

test("at each minute, what a late order brings and what more it may is said, by the rule that pays it", () => {
  const promised = Date.parse("2026-11-20T10:00:00Z");
  const at = (minutes: number) => new Date(promised + minutes * 60_000).toISOString();
  const steps = [
    { minutes: 15, amount: 10 },
    { minutes: 30, amount: 20 },
    { minutes: 60, amount: 40 },
  ];
  const paid = (late: number) => (late < 15 ? 0 : late < 30 ? 10 : late < 60 ? 20 : 40);
  for (let late = 1; late <= 90; late++) {
    const order = { promised_at: at(0), late_credit: { steps, credited: 0 } };
    const said = lateCredit(order, promised + late * 60_000);
    expect(said?.amount).toBe(paid(late));
    expect(said?.next).toEqual(steps.find(({ minutes }) => minutes > late));
  }
});
