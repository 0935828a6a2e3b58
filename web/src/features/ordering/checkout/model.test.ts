import { describe, expect, test } from "vitest";
import { readAmount } from "../../../lib/format/amount";
import { aCart, anItem } from "../../../testing/cart";
import { aQuote } from "../../../testing/checkout";
import {
  bodyOf,
  byDay,
  choiceOf,
  emptyDraft,
  likelyNotes,
  linesOf,
  methodOf,
  obstacleOf,
  problemsOf,
  slotOf,
  soonestOf,
  tipOf,
} from "./model";

test.each([
  ["", 0],
  ["200", 200],
  ["٢٠٠", 200],
  ["١٢٫٥", 12.5],
  ["12,50", 12.5],
  [" 7 ", 7],
  ["1,000", 1000],
  ["1,000.50", 1000.5],
  ["1000000", 1000000],
  ["1.234", null],
  ["1,00,0", null],
  ["-5", null],
  ["two", null],
])("reads %j as an amount of %j", (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test("a tip that cannot be one is not asked with", () => {
  expect(tipOf({ ...emptyDraft, tip: "١٠" })).toBe(10);
  expect(tipOf({ ...emptyDraft, tip: "abc" })).toBe(0);
  expect(problemsOf({ ...emptyDraft, tip: "50" }, aQuote({ tip_most: 50 }), true)).toEqual({});
  expect(problemsOf({ ...emptyDraft, tip: "51" }, aQuote({ tip_most: 50 }), true)).toEqual({
    tip: "tip_too_much",
  });
});

test.each([
  ["abc", "", { tenders: "amount_wrong" }],
  ["1.5", "", { tenders: "points_wrong" }],
  ["1,000", "1000", {}],
  ["٢٥٠", "250", {}],
  ["max", "max", {}],
])("points of %j are asked for as %j", (points, asked, problems) => {
  const draft = { ...emptyDraft, points };
  expect(choiceOf(draft).use_points).toBe(asked);
  expect(problemsOf(draft, aQuote(), true)).toEqual(problems);
});

describe("the time", () => {
  test("now, while the branch is open", () => {
    expect(slotOf(emptyDraft, aQuote())).toBe("");
  });
  test("must be chosen while it is closed, and stay there", () => {
    const closed = aQuote({ times: { now: null, slots: aQuote().times.slots } });
    expect(slotOf(emptyDraft, closed)).toBeNull();
    expect(slotOf({ ...emptyDraft, slot: "s2" }, closed)).toBe("s2");
    expect(soonestOf(emptyDraft, closed)).toBe("s1");
    expect(soonestOf({ ...emptyDraft, slot: "s2" }, closed)).toBeNull();
    expect(soonestOf(emptyDraft, aQuote({ times: { now: null, slots: [] } }))).toBeNull();
    expect(soonestOf(emptyDraft, aQuote())).toBeNull();
    expect(slotOf({ ...emptyDraft, slot: "gone" }, aQuote())).toBeNull();
  });
});

test("a way to pay that was switched off gives way to the next", () => {
  const [cod, card] = aQuote().payment_methods;
  if (!cod || !card) throw new Error("two ways to pay");
  const quote = aQuote({ payment_methods: [{ ...cod, available: false }, card] });
  expect(methodOf({ ...emptyDraft, method: "cod" }, quote)).toBe("card");
  expect(methodOf(emptyDraft, aQuote({ payment_methods: [] }))).toBeNull();
});

describe("what is missing", () => {
  test("nothing, on a page that is complete", () => {
    expect(problemsOf(emptyDraft, aQuote(), true)).toEqual({});
  });
  test("each in its place", () => {
    const quote = aQuote({ address: null, times: { now: null, slots: [] }, payment_methods: [] });
    expect(problemsOf({ ...emptyDraft, tip: "x" }, quote, false)).toEqual({
      address: "address_needed",
      time: "time_needed",
      method: "method_needed",
      tip: "amount_wrong",
      terms: "terms_needed",
    });
  });
  test.each(["not_delivered", "outside_zone", "other_district"])(
    "an address that is not reached: %s",
    (code) => {
      const quote = aQuote({ problems: [{ code, message: "…" }] });
      expect(problemsOf(emptyDraft, quote, true)).toEqual({ address: "not_delivered" });
    },
  );
  test("a note to pay with that is too small, only for cash", () => {
    const draft = { ...emptyDraft, changeFor: "100" };
    expect(problemsOf(draft, aQuote(), true)).toEqual({ changeFor: "change_too_small" });
    expect(problemsOf({ ...draft, method: "card" }, aQuote(), true)).toEqual({});
  });
});

describe("the order as it is sent", () => {
  test("holds what was chosen and nothing else", () => {
    expect(bodyOf("svc", emptyDraft, aQuote())).toEqual({
      service_id: "svc",
      address_id: "adr_1",
      payment_method: "cod",
      promised_at: aQuote().times.now?.promised_at,
      accept_terms: true,
      terms_version: "1",
      expected_total: 135,
    });
  });
  test("with everything there can be", () => {
    const draft = { ...emptyDraft, slot: "s1", note: " bell ", tip: "١٠", changeFor: "200" };
    expect(bodyOf("svc", draft, aQuote())).toEqual({
      service_id: "svc",
      address_id: "adr_1",
      payment_method: "cod",
      slot_id: "s1",
      note: "bell",
      tip: 10,
      change_for: 200,
      accept_terms: true,
      terms_version: "1",
      expected_total: 135,
    });
  });
  test("a card needs no change", () => {
    const draft = { ...emptyDraft, method: "card" as const, changeFor: "200" };
    expect(bodyOf("svc", draft, aQuote())).not.toHaveProperty("change_for");
  });
  test("is not there while something is missing", () => {
    expect(bodyOf("svc", emptyDraft, aQuote({ address: null }))).toBeNull();
  });
});

test("says what else stands in the way", () => {
  const below = { code: "below_minimum", message: "Add EGP 20" };
  expect(obstacleOf(aQuote())).toBeNull();
  expect(obstacleOf(aQuote({ problems: [below] }))).toEqual(below);
  const problem = { code: "out_of_stock", message: "…", suggested_qty: 1 };
  const cart = aCart({ items: [anItem("a", {}, { problem })] });
  expect(obstacleOf(aQuote({ cart }))).toEqual({ code: "out_of_stock", message: "" });
  const { name } = cart.items[0]?.order.product ?? { name: "" };
  expect(linesOf(aQuote({ cart }))).toEqual([{ name, problem: "…" }]);
});

test("suggests the notes somebody may pay with", () => {
  expect(likelyNotes(135)).toEqual([150, 200]);
  expect(likelyNotes(200)).toEqual([]);
  expect(likelyNotes(230.5)).toEqual([250, 300, 400]);
});

test("puts slots under their days", () => {
  const { slots } = aQuote().times;
  const days = byDay(slots, (at) => new Date(at).toISOString().slice(0, 10));
  expect(days.map(([day, list]) => [day, list.length])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-21", 1],
  ]);
});
