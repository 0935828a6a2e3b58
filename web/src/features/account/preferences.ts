/** Language and figures: what the preferences page changes. Both live in cookies the server reads. */

import { cookieNames, writeCookie } from "../../lib/cookies";
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
  writeCookie(cookieNames.language, lang);
  writeCookie(cookieNames.figures, figures);
  const { prefix, path, query } = parseAddress(address);
  // A bare address follows the cookie; one with a language in it says its own.
  return `${prefix === "" ? path : inLanguage(lang, path)}${query}`;
}
