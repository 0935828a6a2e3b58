/**
 * How the session before ended, for the page that follows it in this tab: whether to say so, and where
 * the same customer goes on after signing in. Read once, at the start of that page.
 */

import { createStore } from "./store";
import { readTab, removeTab, tabNames, writeTab } from "./tab";

export interface Left {
  /** out: they signed out. ended: it ran out, or was ended elsewhere. blocked: their account is. */
  why: "out" | "ended" | "blocked";
  /** The server's words of why the account is blocked, where it gave a reason. */
  reason?: string;
  /** Where they stood, and a short name of who it was, where known; nobody else is led there. */
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
    // Written by nobody of ours: as good as none.
  }
}

/** Where somebody who signs in now goes on, once; null where that was another, or nowhere. */
export function wayBack(who: string | null): string | null {
  const left = leftStore.get();
  if (left !== null) leftStore.set({ why: "out" });
  if (left?.why !== "ended" || !left.at) return null;
  return left.who === undefined || left.who === who ? left.at : null;
}
