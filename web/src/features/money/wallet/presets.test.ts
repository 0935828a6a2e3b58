import { expect, test } from "vitest";
import { wrongAmount } from "./presets";

test.each([
  ["", "required"],
  ["  ", "required"],
  ["abc", "numbers_only"],
  ["12x", "numbers_only"],
  ["٥", "amount_wrong"],
  ["9999", "amount_wrong"],
  ["٢٠٠", null],
  ["50", null],
])("a top-up of %j: %s", (typed, wrong) => {
  expect(wrongAmount(typed, 10, 5000)).toBe(wrong);
});
