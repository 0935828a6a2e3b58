import { expect, test } from "vitest";
import {
  applied,
  bodyOf,
  cellsOf,
  draftOf,
  gridOf,
  newBodyOf,
  piastres,
  pounds,
  stockIn,
  stockText,
  whole,
} from "./model";

const option = (id: string, ...values: string[]) => ({
  id,
  name: { en: id, ar: id },
  values: values.map((value) => ({ id: value, name: { en: value, ar: value } })),
});

test("options make variants, and what was typed stays with what it fits", () => {
  const first = gridOf([option("size", "s", "l")], draftOf(null).variants);
  expect(first.map(({ choices }) => choices)).toEqual([{ size: "s" }, { size: "l" }]);
  const typed = first.map((row, at) => ({ ...row, id: `var_${at}`, sku: `SKU-${at}` }));
  const more = gridOf([option("size", "s", "l"), option("hue", "red", "blue")], typed);
  expect(more.map(({ sku, choices }) => [sku, choices.size, choices.hue])).toEqual([
    ["SKU-0", "s", "red"],
    ["", "s", "blue"],
    ["SKU-1", "l", "red"],
    ["", "l", "blue"],
  ]);
  const fewer = gridOf([option("size", "l", "xl")], typed);
  expect(fewer.map(({ id, choices }) => [id, choices.size])).toEqual([
    ["var_1", "l"],
    ["", "xl"],
  ]);
  expect(
    gridOf([option("n", ...Array.from({ length: 600 }, (_, i) => String(i)))], []),
  ).toHaveLength(500);
});

test("numbers are read in either figures, and what is none is refused by the server", () => {
  expect([whole("١٢"), whole(""), whole("x")]).toEqual([12, 0, -1]);
  expect([piastres("١٢٫٥"), piastres("12,50"), piastres("-1"), piastres("a")]).toEqual([
    1250,
    1250,
    null,
    null,
  ]);
  expect([pounds(1250), pounds(1200)]).toEqual(["12.50", "12"]);
  expect(bodyOf(draftOf(null)).vat_bp).toBe(1400);
});

test("formulas round once, to the ending that is wanted", () => {
  const at = (kind: "percent" | "amount", by: string, round: "none" | "0.95" | "0.50" | "0") =>
    applied(4500, { kind, by, round });
  expect(at("percent", "5", "none")).toBe(4725);
  expect(at("percent", "٥", "0.95")).toBe(4695);
  expect(at("percent", "-10", "0")).toBe(4100);
  expect(at("amount", "−2", "none")).toBe(4300);
  expect(at("amount", "0.20", "0.50")).toBe(4550);
  expect(at("amount", "-45", "none")).toBeNull();
  expect(at("amount", "x", "none")).toBeNull();
});

test("what a spreadsheet copies is cells", () => {
  expect(cellsOf("12\t٣٫٥\r\n14\t\r\n")).toEqual([
    ["12", "٣٫٥"],
    ["14", ""],
  ]);
});

test("stock of what is sold by weight is typed in kilograms and sent in grams", () => {
  const typed = ["12.5", "١٢٫٥", "12,5", "0.05", "3", "", "1٬200", "x", "-1", "1.2345", "1,250"];
  expect(typed.map((text) => stockIn(text, 250))).toEqual([
    12_500, 12_500, 12_500, 50, 3000, 0, 1_200_000, -1, -1, -1, -1,
  ]);
  expect(stockIn("12", 0)).toBe(12);
  expect(stockIn("12.5", 0)).toBe(-1);
  expect([stockText(12_500, 250), stockText(12, 0), stockText(0, 250)]).toEqual([
    "12.5",
    "12",
    "0",
  ]);
  const draft = { ...draftOf(null), shelves: { b: { price: "80", received: "٤٫٥" } } };
  expect(newBodyOf({ ...draft, unit_grams: "250" }, ["b"], true).shelves?.[0]?.received).toBe(
    "4500",
  );
  expect(newBodyOf(draft, ["b"], true).shelves?.[0]?.received).toBe("٤٫٥");
});
