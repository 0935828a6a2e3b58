import { expect, test } from "vitest";
import {
  askPath,
  readUnits,
  taxNumberFits,
  type Wanted,
  withUnits,
  withWanted,
  wrongUnits,
} from "./model";

const sugar: Wanted = {
  id: "var_sugar",
  name: "Sugar",
  variantName: "",
  image: { src: "", width: 1, height: 1 },
  qty: 2,
  grams: 0,
};

test("more of the same is one line", () => {
  const list = withWanted(withWanted([], sugar), { ...sugar, qty: 3 });
  expect(list).toEqual([{ ...sugar, qty: 5 }]);
  expect(withWanted(list, { ...sugar, id: "var_tea" })).toHaveLength(2);
});

test("none of it takes it off, and there is a most", () => {
  expect(withUnits([sugar], "var_sugar", 0)).toEqual([]);
  expect(withUnits([sugar], "var_sugar", 100_000)[0]?.qty).toBe(9999);
});

test("quantities in either figures", () => {
  expect(readUnits("٢٥")).toBe(25);
  expect(readUnits(" 7 ")).toBe(7);
  for (const wrong of ["0", "", "1.5", "-2", "12345", "a"]) expect(readUnits(wrong)).toBeNull();
});

test("a tax number has nine digits or is left out", () => {
  expect(["", "123-456-789", "١٢٣٤٥٦٧٨٩"].every(taxNumberFits)).toBe(true);
  expect(["12", "1234567890", "abc"].some(taxNumberFits)).toBe(false);
});

test("where a quotation is asked for", () => {
  expect(askPath("list")).toBe("/account/my-quotations?ask=list");
  expect(askPath("cart", "svc_food")).toBe("/account/my-quotations?ask=cart&service_id=svc_food");
});

test.each([
  ["", "required"],
  ["a", "numbers_only"],
  ["1.5", "numbers_only"],
  ["0", "quantity_wrong"],
  ["51", "quantity_wrong"],
  ["٥٠", null],
])("a typed quantity %j: %s", (typed, wrong) => {
  expect(wrongUnits(typed, 50)).toBe(wrong);
});
