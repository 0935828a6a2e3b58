import { expect, test } from "vitest";
import { mapped, phaseOf, underWay } from "./model";

test("a meaning moves from one column to another", () => {
  expect(mapped(["sku", "", "price"], 1, "price")).toEqual(["sku", "price", ""]);
  expect(mapped(["sku", "", "price"], 2, "")).toEqual(["sku", "", ""]);
});

test("results are those of the phase a file is in", () => {
  expect(phaseOf({ state: "uploaded" })).toBeNull();
  expect(phaseOf({ state: "checked" })).toBe("check");
  expect(phaseOf({ state: "stopped" })).toBe("run");
  expect(phaseOf({ state: "undone" })).toBe("undo");
  expect(underWay("undoing")).toBe(true);
  expect(underWay("done")).toBe(false);
});
