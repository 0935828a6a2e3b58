import { expect, test } from "vitest";
import { figuresOf } from "./lang";

test("Arabic is written with 012 unless somebody prefers ٠١٢, English always", () => {
  for (const nothing of [null, undefined, "", "latn", "other"])
    expect(figuresOf("ar", nothing)).toBe("latn");
  expect(figuresOf("ar", "arab")).toBe("arab");
  expect(figuresOf("en", "arab")).toBe("latn");
});
