import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Fresh mint", "FM"],
  ["milk", "M"],
  ["20 W wall charger", "WW"],
  ["كشري سبع حبات", "ك"],
  ["الجناين", "ج"],
  ["آل", "آ"],
  ["", ""],
])("of %s: %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
