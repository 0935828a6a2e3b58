import { expect, test } from "vitest";
import { fieldOf, momentOf } from "./field";

test("moments are the shop's time, in winter and in summer", () => {
  for (const [field, at] of [
    ["2026-11-20T12:30", "2026-11-20T10:30:00.000Z"],
    ["2026-07-01T12:30", "2026-07-01T09:30:00.000Z"],
  ] as const) {
    expect(momentOf(field)).toBe(at);
    expect(fieldOf(at)).toBe(field);
  }
  expect(momentOf("")).toBeUndefined();
  expect(momentOf("2026-11")).toBeUndefined();
  expect(fieldOf(null)).toBe("");
});
