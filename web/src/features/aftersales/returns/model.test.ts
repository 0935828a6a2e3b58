import { expect, test } from "vitest";
import { formatWeight } from "../../../lib/format/weight";
import type { Returnable, ReturnableItem } from "./api";
import {
  addressOf,
  amountOf,
  askBody,
  chosen,
  type Draft,
  deadlinesOf,
  emptyDraft,
  emptyItem,
  furthest,
  itemProblems,
  slotOf,
  stepAt,
  stillMissing,
  validIban,
  wayOf,
} from "./model";

const image = { src: "", srcset: "", width: 96, height: 96 };
const line = (id: string, changes: Partial<ReturnableItem> = {}): ReturnableItem => ({
  line_id: id,
  product: { id, slug: id, name: id, image },
  variant_name: "",
  qty: 3,
  unit_grams: 0,
  weight_grams: 0,
  left: 3,
  unit_price: 45,
  until_as_new: null,
  until_defective: null,
  reasons: ["mind", "damaged", "other"],
  why_not: null,
  note: "",
  ...changes,
});
const reason = (id: string, needs_comment: boolean, needs_photo: boolean) => ({
  id,
  name: id,
  needs_comment,
  needs_photo,
  defective: needs_photo,
});
const offer: Returnable = {
  order: { id: "ord_1", number: "W-1" },
  fulfilment: "delivery",
  store: "Souq",
  store_image: { src: "", srcset: "", width: 256, height: 256 },
  currency: "EGP",
  can_return: true,
  why_not: null,
  items: [line("a"), line("b", { left: 0, reasons: [] })],
  reasons: [
    reason("mind", false, false),
    reason("damaged", false, true),
    reason("other", true, false),
  ],
  methods: [
    { id: "wallet", label: "Wallet", note: "", needs_bank: false },
    { id: "bank", label: "Bank", note: "", needs_bank: true },
  ],
  addresses: [],
  slots: [{ id: "s1", from: "", to: "", label: "" }],
  returns: [],
  most_photos: 5,
  max_comment: 200,
};
const draft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft, ...changes });
const item = (changes: Partial<typeof emptyItem>) => ({ ...emptyItem, qty: 1, ...changes });

test("only what can still come back is chosen, and no more of it than is left", () => {
  const all = draft({ items: { a: item({ qty: 9 }), b: item({}), gone: item({}) } });
  expect(chosen(offer, all)).toEqual([["a", item({ qty: 3 })]]);
});

test.each([
  ["no reason", item({}), { reason: "returns:required" }],
  ["a reason that needs words", item({ reason: "other" }), { comment: "returns:required" }],
  ["a reason that needs a photo", item({ reason: "damaged" }), { photos: "returns:photo_needed" }],
  [
    "too many words",
    item({ reason: "mind", comment: "ش".repeat(201) }),
    { comment: "returns:too_long" },
  ],
  ["as many as may be", item({ reason: "mind", comment: "ش".repeat(200) }), undefined],
  ["nothing needed", item({ reason: "mind" }), undefined],
])("%s", (_, one, wrong) => {
  expect(itemProblems(offer, draft({ items: { a: one } })).a).toEqual(wrong);
});

test("the nearest day stands first, with what it is for; what cannot come back has none", () => {
  const [soon, later, last] = [
    "2026-11-21T09:00:00Z",
    "2026-12-03T09:00:00Z",
    "2026-12-19T09:00:00Z",
  ];
  const both = { until_as_new: later, until_defective: last };
  const items = [
    line("rice", both),
    // Only reasons that name a defect are still allowed.
    line("milk", { until_as_new: null, until_defective: soon, reasons: ["damaged"] }),
    line("tea", both),
    line("all gone", { ...both, left: 0 }),
    line("too late", { ...both, reasons: [] }),
  ];
  expect(deadlinesOf({ ...offer, items })).toEqual([
    { names: ["milk"], asNew: null, faulty: Date.parse(soon) },
    { names: ["rice", "tea"], asNew: Date.parse(later), faulty: Date.parse(last) },
  ]);
});

test("a reason left out of a line's list takes no day from it", () => {
  const day = "2026-12-03T09:00:00Z";
  const jam = { until_as_new: day, until_defective: day };
  const items = [
    line("jam", { ...jam, reasons: ["mind", "damaged"] }),
    line("milk", { ...jam, reasons: ["damaged"] }),
  ];
  expect(deadlinesOf({ ...offer, items }).map(({ names, asNew }) => [names, asNew])).toEqual([
    [["jam"], Date.parse(day)],
    [["milk"], null],
  ]);
});

test("what has come to be missing since is not told before it is asked for again", () => {
  const then = { a: { reason: "returns:required" } };
  const now = { a: { comment: "returns:required" }, b: { reason: "returns:required" } };
  expect(stillMissing(then, now)).toEqual({ a: {}, b: {} });
  expect(stillMissing(then, then)).toEqual(then);
});

test("nobody gets further than what is complete", () => {
  const items = { a: item({ reason: "mind" }) };
  expect(furthest(offer, draft())).toBe("items");
  expect(stepAt("summary", offer, draft())).toBe("items");
  expect(furthest(offer, draft({ items, refundTo: "bank" }))).toBe("handover");
  expect(furthest(offer, draft({ items }))).toBe("summary");
  expect(furthest({ ...offer, slots: [] }, draft({ items }))).toBe("handover");
});

test("the parts of the second step lead to it, once there is something to give back", () => {
  const items = { a: item({ reason: "mind" }) };
  for (const part of ["refund", "pickup"]) {
    expect(stepAt(part, offer, draft())).toBe("items");
    expect(stepAt(part, offer, draft({ items }))).toBe("handover");
  }
  expect(stepAt("toString", offer, draft({ items }))).toBe("items");
});

test("the usual way, the order's address and the next time are chosen already", () => {
  expect([wayOf(offer, draft()), addressOf(offer, draft()), slotOf(offer, draft())]).toEqual([
    "wallet",
    "order",
    "s1",
  ]);
  expect(slotOf({ ...offer, slots: [] }, draft())).toBe("");
});

test("what is no longer offered is not kept, and a time that was chosen not replaced unasked", () => {
  const kept = draft({ refundTo: "card", address: "adr_1", slot: "old" });
  expect([wayOf(offer, kept), addressOf(offer, kept), slotOf(offer, kept)]).toEqual([
    "wallet",
    "order",
    "",
  ]);
});

test.each([
  ["EG380019000500000000263180002", true],
  ["eg٣٨ 0019-0005 0000 0000 2631 8000 2", true],
  ["GB82 WEST 1234 5698 7654 32", true],
  ["EG380019000500000000263180003", false],
  ["EG38001900050000000026318000", false],
  ["", false],
])("the IBAN %s", (text, right) => {
  expect(validIban(text)).toBe(right);
});

test("the whole is sent as it was shown", () => {
  const all = draft({
    items: {
      a: item({ qty: 2, reason: "other", comment: " torn ", photos: [{ id: "p", src: "" }] }),
    },
    refundTo: "bank",
    iban: "EG38 0019 0005 0000 0000 2631 8000 2",
    holder: "Mona",
    slot: "s1",
  });
  expect(askBody("ord_1", offer, all, 90)).toEqual({
    order_id: "ord_1",
    items: [{ line_id: "a", qty: 2, reason_id: "other", comment: "torn", photos: ["p"] }],
    refund_to: "bank",
    bank: { iban: "EG380019000500000000263180002", holder: "Mona" },
    address_id: "order",
    slot_id: "s1",
    expected_refund: 90,
  });
});

test("units of what is sold by weight are told by the weight that was delivered", () => {
  const format = {
    amount: (qty: number, grams: number) =>
      grams > 0 ? formatWeight(qty * grams, { lang: "en", figures: "latn" }) : String(qty),
  };
  const meat = { qty: 6, unit_grams: 250, weight_grams: 1430 };
  const said = (units?: number) => amountOf(format, meat, units).replace("\u00a0", " ");
  expect([said(), said(3), said(1)]).toEqual(["1.43 kg", "715 g", "238 g"]);
  expect(amountOf(format, { qty: 3, unit_grams: 0, weight_grams: 0 }, 2)).toBe("2");
});
