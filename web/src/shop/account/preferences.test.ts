import { beforeEach, expect, test } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { adoptPreferences, savePreferences } from "./preferences";

beforeEach(() => removeCookie(cookieNames.language, cookieNames.figures, cookieNames.currency));

test("a new device takes over figures and currency, and says whether the page changes", () => {
  const shown = { lang: "ar", figures: "latn" } as const;
  expect(adoptPreferences({ figures: "arab", currency: "USD" }, shown)).toBe(true);
  expect(readCookie(cookieNames.figures)).toBe("arab");
  expect(readCookie(cookieNames.currency)).toBe("USD");
  // After the preferences are applied once, nothing is left to apply.
  expect(adoptPreferences({ figures: "latn", currency: "EUR" }, shown)).toBe(false);
  expect(readCookie(cookieNames.currency)).toBe("USD");
});

test("what was chosen on this device stays", () => {
  writeCookie(cookieNames.figures, "latn");
  const shown = { lang: "ar", figures: "latn" } as const;
  expect(adoptPreferences({ figures: "arab", currency: "EGP" }, shown)).toBe(false);
  expect(readCookie(cookieNames.figures)).toBe("latn");
  expect(readCookie(cookieNames.currency)).toBeNull();
});

test("no account changes the language that is read", () => {
  const kept = { lang: "ar", figures: "arab", currency: "EGP" } as const;
  // English uses the digits 0–9, whatever numerals the customer prefers.
  expect(adoptPreferences(kept, { lang: "en", figures: "latn" })).toBe(false);
  expect(readCookie(cookieNames.language)).toBeNull();
});

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
