import { expect, test } from "vitest";
import { placeAfterSignIn } from "./model";

test("leads back to where one was, and nowhere outside of the console", () => {
  expect(placeAfterSignIn("/orders/ord_1?x=1")).toBe("/orders/ord_1?x=1");
  for (const from of [
    "",
    "//elsewhere.test",
    "/\\elsewhere.test",
    "https://elsewhere.test",
    "/sign-in?from=/",
  ]) {
    expect(placeAfterSignIn(from)).toBe("/");
  }
});
