import { expect, test } from "vitest";
import type { Variant } from "../../../api/types";
import { canChoose, choose, firstVariant, pricesOf, variantOf } from "./model";

const variant = (id: string, choices: Record<string, string>, available = true): Variant => ({
  id,
  name: id,
  choices,
  image: null,
  price: 10,
  old_price: null,
  available,
  stock_left: null,
});

const shirt = {
  options: [
    { id: "colour", name: "Colour", values: [] },
    { id: "size", name: "Size", values: [] },
  ],
  variants: [
    variant("red-s", { colour: "red", size: "s" }, false),
    variant("red-m", { colour: "red", size: "m" }),
    variant("blue-m", { colour: "blue", size: "m" }),
    variant("blue-l", { colour: "blue", size: "l" }, false),
  ],
};

test("shows the first variant that can be had", () => {
  expect(firstVariant(shirt)?.id).toBe("red-m");
  expect(firstVariant({ variants: [] })).toBeUndefined();
});

test("finds a variant by all its choices", () => {
  expect(variantOf(shirt, { colour: "blue", size: "m" })?.id).toBe("blue-m");
  expect(variantOf(shirt, { colour: "red", size: "l" })).toBeUndefined();
});

test("keeps the other choices where that exists, follows the nearest otherwise", () => {
  expect(choose(shirt, { colour: "red", size: "m" }, "colour", "blue")).toEqual({
    colour: "blue",
    size: "m",
  });
  expect(choose(shirt, { colour: "red", size: "s" }, "colour", "blue")).toEqual({
    colour: "blue",
    size: "m",
  });
});

test("says which values can be had at all", () => {
  expect(canChoose(shirt, "size", "m")).toBe(true);
  expect(canChoose(shirt, "size", "l")).toBe(false);
});

test("says what each value costs along with the other choices, where that differs", () => {
  const sizes = {
    id: "size",
    name: "Size",
    values: [
      { id: "s", name: "S" },
      { id: "l", name: "L" },
    ],
  };
  const koshary = {
    options: [sizes],
    variants: [
      { ...variant("small", { size: "s" }), price: 42 },
      { ...variant("large", { size: "l" }), price: 73.5 },
    ],
  };
  expect(pricesOf(koshary, { size: "s" }, sizes)).toEqual([42, 73.5]);
  const alike = { ...koshary, variants: koshary.variants.map((one) => ({ ...one, price: 42 })) };
  expect(pricesOf(alike, { size: "s" }, sizes)).toBeUndefined();
});
