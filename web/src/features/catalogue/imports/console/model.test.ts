import { expect, test } from "vitest";
import { mapped, phaseOf, resultOf, toneOf, underWay } from "./model";

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

test("what a redo left is listed, and the run otherwise", () => {
  expect(phaseOf({ state: "done", turns: 2, left: 3 })).toBe("redo");
  expect(phaseOf({ state: "done", turns: 2, left: 0 })).toBe("run");
  expect(phaseOf({ state: "done" })).toBe("run");
  expect(underWay("redoing")).toBe(true);
});

test("each size may have a column", () => {
  expect(mapped(["size_stock", ""], 1, "size_stock")).toEqual(["size_stock", "size_stock"]);
  expect(mapped(["price", ""], 1, "price")).toEqual(["", "price"]);
});

test("each group of extras may have a column", () => {
  expect(mapped(["extras_of", ""], 1, "extras_of")).toEqual(["extras_of", "extras_of"]);
});

test("a row with values that go nowhere is never green", () => {
  const unplaced = [{ column: "Vendor", value: "ACME" }];
  expect(toneOf({ outcome: "added", unplaced: [] })).toBe("good");
  for (const outcome of ["added", "changed", "same", "refused", "left"] as const)
    expect(toneOf({ outcome, unplaced })).not.toBe("good");
});

test("a file is green only where every row came in", () => {
  expect(resultOf({ added: 2, same: 1 })).toBe("success");
  expect(resultOf({ added: 2, refused: 1 })).toBe("warning");
  expect(resultOf({ refused: 3 })).toBe("trouble");
});
