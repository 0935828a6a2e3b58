import { expect, test } from "vitest";
import type { ConsoleQuotation } from "./api";
import { bodyOf, firstDraft, isShort, readPrice, sumsOf } from "./model";

const line = (id: string, qty: number, shelf: number, more: object = {}) => ({
  id,
  qty,
  shelf_price: shelf,
  unit_price: null,
  in_stock: 50,
  sold: true,
  ...more,
});
const quotation = {
  event_seq: 3,
  zone_fee: 15,
  offer: null,
  shelf: [line("a", 20, 45), line("b", 3, 9.99)],
} as unknown as ConsoleQuotation;

test("pricing begins with the shelf, or with the offer that stands", () => {
  expect(firstDraft(quotation)).toEqual({
    units: { a: "45", b: "9.99" },
    delivery: "15",
    days: "7",
    note: "",
  });
  const again = {
    ...quotation,
    offer: { delivery_price: 0, note: "Fresh" },
    shelf: [line("a", 20, 45, { unit_price: 40 })],
  } as unknown as ConsoleQuotation;
  expect(firstDraft(again)).toMatchObject({ units: { a: "40" }, delivery: "0", note: "Fresh" });
});

test("sums follow what is typed, in either figures", () => {
  const draft = {
    ...firstDraft(quotation),
    units: { a: "٤٠", b: "9.99" },
    delivery: "١٠٫٥".replace("٫", "."),
  };
  expect(sumsOf(quotation, draft)).toEqual({
    items: 829.97,
    shelf: 929.97,
    delivery: 10.5,
    total: 840.47,
    off: 10.8,
  });
});

test("an offer is sent only when every price is one", () => {
  const draft = firstDraft(quotation);
  expect(bodyOf(quotation, draft)).toEqual({
    lines: [
      { id: "a", unit_price: 45 },
      { id: "b", unit_price: 9.99 },
    ],
    delivery_price: 15,
    valid_days: 7,
    expected_seq: 3,
  });
  expect(bodyOf(quotation, { ...draft, units: { ...draft.units, a: "" } })).toBeNull();
  expect(bodyOf(quotation, { ...draft, delivery: "x" })).toBeNull();
  expect(readPrice("0")).toBe(0);
});

test("what the branch has too little of", () => {
  expect(isShort(line("a", 51, 1) as never)).toBe(true);
  expect(isShort(line("a", 1, 1, { sold: false }) as never)).toBe(true);
  expect(isShort(line("a", 50, 1) as never)).toBe(false);
});
