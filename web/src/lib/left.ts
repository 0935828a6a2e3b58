/**
 * How the previous session ended, for the next page in this tab: which message to show, and where the
 * same customer continues after signing in. It is read once, when that page starts.
 */

import { createStore } from "./store";
import { readTab, removeTab, tabNames, writeTab } from "./tab";

export interface Left {
  /** out: signed out. ended: expired, or ended elsewhere. blocked: the account is blocked. */
  why: "out" | "ended" | "blocked";
  /** The server's reason why the account is blocked, where it gave one. */
  reason?: string;
  /** The last page, and a short name of the customer, where known; no other customer is led there. */
  at?: string;
  who?: string;
}

export const leftStore = createStore<Left | null>(null);

export function noteLeft(left: Left): void {
  writeTab(tabNames.left, JSON.stringify(left));
}

export function readLeft(): void {
  const text = readTab(tabNames.left);
  removeTab(tabNames.left);
  if (text === null) return;
  try {
    leftStore.set(JSON.parse(text) as Left);
  } catch {
    // Not written by us: treated as missing.
  }
}

/** The page on which a customer who signs in now continues, once; null for another customer, or when there is none. */
export function wayBack(who: string | null): string | null {
  const left = leftStore.get();
  if (left !== null) leftStore.set({ why: "out" });
  if (left?.why !== "ended" || !left.at) return null;
  return left.who === undefined || left.who === who ? left.at : null;
}
