/**
 * Language and figures: what the preferences page changes. Both live in cookies the server reads, and
 * in the account.
 */

import type { AccountPreferences } from "../../api/types";
import { cookieNames, readCookie, writeCookie } from "../../lib/cookies";
import type { Figures, Lang } from "../../lib/lang";
import { inLanguage } from "../../lib/paths";
import { parseAddress } from "../../lib/url";

export interface Preferences {
  lang: Lang;
  /** Which figures Arabic is written with; English always has 012. */
  figures: Figures;
}

/** Remembers the choice and answers the address at which it shows: this page, in that language. */
export function savePreferences({ lang, figures }: Preferences, address: string): string {
  writeCookie(cookieNames.figures, figures);
  return saveLanguage(lang, address);
}

/** The same of the language alone. */
export function saveLanguage(lang: Lang, address: string): string {
  writeCookie(cookieNames.language, lang);
  const { prefix, path, query } = parseAddress(address);
  // A bare address follows the cookie; one with a language in it says its own.
  return `${prefix === "" ? path : inLanguage(lang, path)}${query}`;
}

/**
 * What the account remembers, on a device that has not been told otherwise: a choice made here
 * stays, and so does the language that is read. Answers whether the page is written differently
 * from now on.
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
  // The shop's own currency is what is shown without a choice.
  if (kept.currency !== shopCurrency) fill(cookieNames.currency, kept.currency);
  return figures && shown.lang === "ar" && kept.figures !== shown.figures;
}

const shopCurrency = "EGP";
