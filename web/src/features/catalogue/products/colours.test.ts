import { expect, test } from "vitest";
import { coloursOf } from "./colours";

test("colours have a look if all are colours", () => {
  expect(coloursOf([{ name: "Black" }, { name: " white " }])).toEqual(["#1d2226", "#ffffff"]);
  expect(coloursOf([{ name: "أسود" }, { name: "كحلي" }])).toEqual(["#1d2226", "#1f2f57"]);
  expect(coloursOf([{ name: "White" }, { name: "Wholemeal" }])).toBeUndefined();
});
