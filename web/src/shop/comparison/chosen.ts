/** What was chosen to be compared: a client store, kept over page loads. */

import { localNames, readLocal, removeLocal, writeLocal } from "../../lib/local";
import { createStore } from "../../lib/store";

/** How many products stand beside each other. */
export const most = 4;

export interface Chosen {
  slug: string;
  name: string;
  /** Of its picture. */
  src: string;
  /** The id of the service it is of. */
  service?: string;
}

export const chosenStore = createStore<readonly Chosen[]>([]);

let read = false;

/** What an earlier page load left, once; the browser only. */
export function recall(): void {
  if (read) return;
  read = true;
  const kept = parse(readLocal(localNames.comparison));
  if (kept.length > 0 && chosenStore.get().length === 0) chosenStore.set(kept);
}

/** What storage holds, if it is ours. */
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

/** Adds one or takes it away; false when there is no room for it. */
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
