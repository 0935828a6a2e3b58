import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aReturnable } from "../../../../testing/returns";
import { mockApi, renderShop } from "../../../../testing/shop";
import { ReturnFirst } from "./ReturnOffer";

afterEach(() => vi.unstubAllGlobals());

const [rice] = aReturnable().items;
if (!rice) throw new Error("no line");
const named = (name: string) => ({
  ...rice,
  line_id: name,
  product: { ...rice.product, name },
});

function show(items: ReturnType<typeof aReturnable>["items"], lang: "en" | "ar" = "en") {
  mockApi({ "GET /orders/ord_1/returnable": aReturnable({ items }) });
  return renderShop(<ReturnFirst order="ord_1" />, { lang });
}

test("one day for all is said once, without naming them", async () => {
  show([rice, named("Tea")]);
  expect(await screen.findByText(/^Return by .?1 December, 12:00.PM$/)).toBeTruthy();
  expect(screen.queryByText(/Rice|Tea/)).toBeNull();
});

test("with days of their own each says what it is for, the nearest first", async () => {
  const soon = { until_as_new: null, until_defective: "2026-11-21T10:00:00Z" };
  show([rice, named("Tea"), named("Oil"), { ...named("Milk"), ...soon }]);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^MilkReturn by tomorrow, 12:00.PM if something is wrong with it$/i),
    expect.stringMatching(/^Rice, Tea and 1 moreReturn by .?1 December, 12:00.PM$/),
  ]);
});

const kept = (name: string, qty: number) => ({
  ...named(name),
  qty,
  left: qty,
  reasons: [],
  why_not: "Perishable food can't be returned.",
});

test("where a part can come back, it says how much of it", async () => {
  show([{ ...rice, qty: 1, left: 1 }, kept("Milk", 1), kept("Cheese", 2)]);
  expect(await screen.findByText("1 of 4 items can be returned")).toBeTruthy();
  expect(screen.getByText(/^Return by .?1 December/)).toBeTruthy();
});

test("weighed things count as one, and the noun agrees in Arabic", async () => {
  show([rice, { ...kept("Meat", 6), unit_grams: 250 }], "ar");
  expect(await screen.findByText(/^يمكن إرجاع قطعتين من أصل .?3.?$/)).toBeTruthy();
});
