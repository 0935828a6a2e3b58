import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Fresh mint", "F"],
  ["milk", "M"],
  ["كشري سبع حبات", "ك"],
  ["الجناين", "ج"],
  ["آل", "آ"],
  ["", undefined],
])("of %s: %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
