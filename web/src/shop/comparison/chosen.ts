/** The products chosen for comparison: a client store that survives page loads. */

import { localNames, readLocal, removeLocal, writeLocal } from "../../lib/local";
import { createStore } from "../../lib/store";

/** The maximum number of products compared side by side. */
export const most = 4;

export interface Chosen {
  slug: string;
  name: string;
  /** The address of its picture. */
  src: string;
  /** The id of its service. */
  service?: string;
}

export const chosenStore = createStore<readonly Chosen[]>([]);

let read = false;

/** Restores what an earlier page load stored, once and only in the browser. */
export function recall(): void {
  if (read) return;
  read = true;
  const kept = parse(readLocal(localNames.comparison));
  if (kept.length > 0 && chosenStore.get().length === 0) chosenStore.set(kept);
}

/** The stored list, if it is valid. */
export function parse(text: string | null): Chosen[] {
  if (!text) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isChosen).slice(0, most) : [];
  } catch {
    return [];
  }
}

function isChosen(one: unknown): one is Chosen {
  if (typeof one !== "object" || one === null) return false;
  const { slug, name, src } = one as Record<string, unknown>;
  return typeof slug === "string" && typeof name === "string" && typeof src === "string";
}

export function choose(next: readonly Chosen[]): void {
  chosenStore.set(next.slice(0, most));
  if (next.length === 0) removeLocal(localNames.comparison);
  else writeLocal(localNames.comparison, JSON.stringify(next.slice(0, most)));
}

/** Adds or removes a product; false when there is no room for it. */
export function toggle(one: Chosen): boolean {
  const now = chosenStore.get();
  if (now.some(({ slug }) => slug === one.slug)) {
    choose(now.filter(({ slug }) => slug !== one.slug));
    return true;
  }
  if (now.length >= most) return false;
  choose([...now, one]);
  return true;
}
