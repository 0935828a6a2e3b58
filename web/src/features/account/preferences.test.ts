import { expect, test } from "vitest";
import { cookieNames, readCookie } from "../../lib/cookies";
import { savePreferences } from "./preferences";

test("remembers language and figures for a year", () => {
  savePreferences({ lang: "ar", figures: "latn" }, "/preferences");
  expect(readCookie(cookieNames.language)).toBe("ar");
  expect(readCookie(cookieNames.figures)).toBe("latn");
});

test("shows the same page in the chosen language", () => {
  const to = (address: string) => savePreferences({ lang: "en", figures: "arab" }, address);
  expect(to("https://shop.test/ar/account/preferences?x=1")).toBe("/en/account/preferences?x=1");
  expect(to("/en/preferences")).toBe("/en/preferences");
  expect(to("/account/preferences")).toBe("/account/preferences");
});
