/** The last chosen areas in this browser, newest first. */

import { localNames, readLocal, writeLocal } from "../../../lib/local";

const most = 3;

export function recentAreas(): string[] {
  try {
    const list: unknown = JSON.parse(readLocal(localNames.areas) ?? "[]");
    return Array.isArray(list)
      ? list.filter((one): one is string => typeof one === "string").slice(0, most)
      : [];
  } catch {
    return [];
  }
}

export function keepArea(id: string): void {
  const before = recentAreas().filter((one) => one !== id);
  writeLocal(localNames.areas, JSON.stringify([id, ...before].slice(0, most)));
}
