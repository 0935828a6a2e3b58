import { expect, test } from "vitest";
import { phonesIn, shopDraft } from "./model";

test("numbers are taken as they are pasted", () => {
  expect(phonesIn(" 01012345678\n\n٠١٠١٢٣٤٥٦٧٩، +20 101 234 5670;")).toEqual([
    "01012345678",
    "٠١٠١٢٣٤٥٦٧٩",
    "+20 101 234 5670",
  ]);
});

test("the version is no part of what is typed", () => {
  expect(shopDraft(null)).not.toHaveProperty("version");
});
