/**
 * The lines of an order that staff have ticked off while picking. The browser keeps them as long as the tab lives, so
 * that a locked phone or a reload loses nothing.
 */

import { readTab, tabNames, writeTab } from "../../../../lib/tab";

export function readPicked(order: string): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(readTab(tabNames.picked, order) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  } catch {
    // Unreadable: nothing is ticked yet.
    return new Set();
  }
}

export function writePicked(order: string, picked: ReadonlySet<string>): void {
  writeTab(tabNames.picked, JSON.stringify([...picked]), order);
}
