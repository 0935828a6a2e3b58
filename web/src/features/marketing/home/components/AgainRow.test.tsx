import { expect, test } from "vitest";
import { firstOf, usualOf } from "./AgainRow";

const block = (id: string, more = "") => ({ id, more }) as Parameters<typeof usualOf>[0][number];

test("what most people buy is the popular row, or the second of the shop, or the only one", () => {
  const [offers, basics, baby] = [block("offers"), block("basics"), block("baby")];
  const popular = block("popular", "/search?sort=popular");
  expect(usualOf([offers, basics, popular, baby])).toBe(popular);
  expect(usualOf([offers, basics, baby])).toBe(basics);
  expect(usualOf([offers])).toBe(offers);
  expect(usualOf([])).toBeUndefined();
});

test("no row stands on the page twice", () => {
  const [offers, basics] = [block("offers"), block("basics")];
  const popular = block("popular", "/search?sort=popular");
  expect(firstOf([offers, basics])).toBe(offers);
  expect(firstOf([popular, offers])).toBe(offers);
  expect(firstOf([popular])).toBeUndefined();
  expect(firstOf([])).toBeUndefined();
});
