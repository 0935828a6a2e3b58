import { expect, test } from "vitest";
import { figuresOf, spokenAs } from "./lang";

test("Arabic is written with 012 unless somebody prefers ٠١٢, English always", () => {
  for (const nothing of [null, undefined, "", "latn", "other"])
    expect(figuresOf("ar", nothing)).toBe("latn");
  expect(figuresOf("ar", "arab")).toBe("arab");
  expect(figuresOf("en", "arab")).toBe("latn");
});

test("what somebody wrote is read in its own language, whatever the page's is", () => {
  expect(spokenAs("Came hot, الكفتة was great")).toEqual({ lang: "en", dir: "ltr" });
  expect(spokenAs("Pizza وصلت ساخنة وفي موعدها")).toEqual({ lang: "ar", dir: "rtl" });
  expect(spokenAs("👍 10/10")).toEqual({ dir: "auto" });
});
