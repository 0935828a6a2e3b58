import { expect, test } from "vitest";
import { formatWeight, perKilo, priced } from "./weight";

const en = { lang: "en", figures: "latn" } as const;

test("a weight is written in grams below a kilogram, and in kilograms from it on", () => {
  const plain = (grams: number) => formatWeight(grams, en).replaceAll("\u00a0", " ");
  expect([50, 250, 999, 1000, 1250, 1500, 1525, 12000].map(plain)).toEqual([
    "50 g",
    "250 g",
    "999 g",
    "1 kg",
    "1.25 kg",
    "1.5 kg",
    "1.525 kg",
    "12 kg",
  ]);
  expect(formatWeight(-250, en)).toBe("\u2212250\u00a0g");
  expect(formatWeight(250, { lang: "ar", figures: "arab" })).toBe("٢٥٠\u00a0جم");
  expect(formatWeight(1500, { lang: "ar", figures: "arab" })).toBe("١٫٥\u00a0كجم");
  expect(perKilo("ar")).toBe("/\u00a0كجم");
});

test("a price counts for pieces, or for the kilograms there are", () => {
  expect(priced(3, 0)).toBe(3);
  expect(priced(30, 50)).toBe(1.5);
});
