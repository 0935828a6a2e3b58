/**
 * Language and numerals, which the preferences page changes. Both are stored in cookies that the
 * server reads, and in the account.
 */

import type { AccountPreferences } from "../../api/types";
import { cookieNames, readCookie, writeCookie } from "../../lib/cookies";
import type { Figures, Lang } from "../../lib/lang";
import { inLanguage } from "../../lib/paths";
import { parseAddress } from "../../lib/url";

export interface Preferences {
  lang: Lang;
  /** The numerals used in Arabic text; English always uses 0–9. */
  figures: Figures;
}

/** Stores the choice and returns the address that shows it: this page in that language. */
export function savePreferences({ lang, figures }: Preferences, address: string): string {
  writeCookie(cookieNames.figures, figures);
  return saveLanguage(lang, address);
}

/** Stores the language only. */
export function saveLanguage(lang: Lang, address: string): string {
  writeCookie(cookieNames.language, lang);
  const { prefix, path, query } = parseAddress(address);
  // An address without a language follows the cookie; one with a language has to be rewritten.
  return `${prefix === "" ? path : inLanguage(lang, path)}${query}`;
}

/**
 * Applies the account's preferences on a device that has no stored choice yet. A choice made on this
 * device and the current language stay. Returns whether the page has to be rendered differently.
 */
export function adoptPreferences(
  kept: Pick<AccountPreferences, "figures" | "currency">,
  shown: Preferences,
): boolean {
  const fill = (name: (typeof cookieNames)["figures" | "currency"], value: string) => {
    if (value === "" || readCookie(name) !== null) return false;
    writeCookie(name, value);
    return true;
  };
  const figures = fill(cookieNames.figures, kept.figures ?? "");
  // The shop's own currency is the default and needs no cookie.
  if (kept.currency !== shopCurrency) fill(cookieNames.currency, kept.currency);
  return figures && shown.lang === "ar" && kept.figures !== shown.figures;
}

const shopCurrency = "EGP";
