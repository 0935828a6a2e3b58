import { beforeEach, expect, test } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { adoptPreferences, savePreferences } from "./preferences";

beforeEach(() => removeCookie(cookieNames.language, cookieNames.figures, cookieNames.currency));

test("a new device takes over what the account remembers, and says whether the page changes", () => {
  const shown = { lang: "en", figures: "latn" } as const;
  expect(adoptPreferences({ lang: "ar", figures: "arab", currency: "USD" }, shown)).toBe(true);
  expect(readCookie(cookieNames.language)).toBe("ar");
  expect(readCookie(cookieNames.figures)).toBe("arab");
  expect(readCookie(cookieNames.currency)).toBe("USD");
  // Once taken over, nothing is left to do.
  expect(adoptPreferences({ lang: "en", figures: "latn", currency: "EUR" }, shown)).toBe(false);
  expect(readCookie(cookieNames.currency)).toBe("USD");
});

test("what was chosen on this device stays", () => {
  writeCookie(cookieNames.language, "en");
  const shown = { lang: "en", figures: "latn" } as const;
  expect(adoptPreferences({ lang: "ar", figures: null, currency: "EGP" }, shown)).toBe(false);
  expect(readCookie(cookieNames.language)).toBe("en");
  expect(readCookie(cookieNames.figures)).toBeNull();
  expect(readCookie(cookieNames.currency)).toBeNull();
});

test("an address that says its language keeps it", () => {
  const shown = { lang: "en", figures: "latn" } as const;
  adoptPreferences({ lang: "ar", figures: "arab", currency: "EGP" }, shown, false);
  expect(readCookie(cookieNames.language)).toBeNull();
  expect(readCookie(cookieNames.figures)).toBe("arab");
});

test("the same language needs no other page", () => {
  const shown = { lang: "ar", figures: "arab" } as const;
  expect(adoptPreferences({ lang: "ar", figures: "arab", currency: "EGP" }, shown)).toBe(false);
  removeCookie(cookieNames.language, cookieNames.figures);
  expect(adoptPreferences({ lang: "ar", figures: "latn", currency: "EGP" }, shown)).toBe(true);
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
