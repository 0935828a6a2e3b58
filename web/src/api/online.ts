import { createStore } from "../lib/store";
import { isThere } from "./client";

/**
 * Whether the shop answers, which only asking it tells. The browser's own word (navigator.onLine)
 * is about a cable: it says yes behind a dead line, and no where the shop is in the same house.
 */
export const reachable = createStore(true);

const again = 5_000;
/** A network that swallows what is sent answers never. */
const patience = 10_000;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Looks whether the shop answers, and while it does not, again and again. */
export async function lookForShop(): Promise<void> {
  clearTimeout(waiting);
  const there = await isThere(patience);
  clearTimeout(waiting);
  if (!there) waiting = setTimeout(lookForShop, again);
  reachable.set(there);
}
