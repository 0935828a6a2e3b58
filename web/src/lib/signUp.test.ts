import { beforeEach, expect, test } from "vitest";
import { awaitsCode } from "./signUp";
import { tabNames, writeTab } from "./tab";

beforeEach(() => sessionStorage.clear());

test("a reload opens the sheet for a code that holds, unless it was put away", () => {
  const now = Date.parse("2026-11-29T10:00:00Z");
  expect(awaitsCode(now)).toBe(false);
  writeTab(tabNames.codeSent, JSON.stringify({ shownUntil: now + 1000 }));
  expect(awaitsCode(now)).toBe(true);
  expect(awaitsCode(now + 1000)).toBe(false);
  for (const kept of [JSON.stringify({ phone: "1001234567" }), "{", "null", "7"]) {
    writeTab(tabNames.codeSent, kept);
    expect(awaitsCode(now), kept).toBe(false);
  }
});
