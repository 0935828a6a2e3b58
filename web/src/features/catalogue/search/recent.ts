/** The last searches in this browser, newest first. */

import { localNames, readLocal, writeLocal } from "../../../lib/local";

const most = 5;

export function recentSearches(): string[] {
  try {
    const list: unknown = JSON.parse(readLocal(localNames.searches) ?? "[]");
    return Array.isArray(list)
      ? list.filter((one): one is string => typeof one === "string").slice(0, most)
      : [];
  } catch {
    return [];
  }
}

export function keepSearch(words: string): void {
  const before = recentSearches().filter((one) => one !== words);
  writeLocal(localNames.searches, JSON.stringify([words, ...before].slice(0, most)));
}
