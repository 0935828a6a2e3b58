import { createStore } from "../lib/store";
import { isThere } from "./client";

/**
 * Whether the shop answers, which only a request can show. The browser's own state
 * (navigator.onLine) is about the link: it is true behind a dead line, and false where the shop is
 * in the same house.
 */
export const reachable = createStore(true);

const again = 5_000;
/** A network that drops requests never answers. */
const patience = 10_000;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Checks whether the shop answers, and repeats the check while it does not. */
export async function lookForShop(): Promise<void> {
  clearTimeout(waiting);
  const there = await isThere(patience);
  clearTimeout(waiting);
  if (!there) waiting = setTimeout(lookForShop, again);
  reachable.set(there);
}
