import { expect, test } from "vitest";
import { contentsIn, contentsText } from "./model";

test("ids of templates are lines, without those that are empty", () => {
  const ids = contentsIn("notify.code:ar=HX1\nnotify.code:en=HX2\n");
  expect(ids).toEqual({ "notify.code:ar": "HX1", "notify.code:en": "HX2" });
  expect(contentsText({ ...ids, "notify.code:en": " ", "notify.try:ar": " HX3 " })).toBe(
    "notify.code:ar=HX1\nnotify.try:ar=HX3",
  );
});
