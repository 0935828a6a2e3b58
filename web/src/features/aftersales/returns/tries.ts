import { newKey } from "../../../lib/newKey";
import { readTab, tabNames, writeTab } from "../../../lib/tab";
import type { AskBody } from "./api";

/**
 * The Idempotency-Key of a body: the same as long as the same is sent, also after a reload, so that
 * a request without an answer is never made twice.
 */
export function keyFor(order: string, body: AskBody): string {
  const text = JSON.stringify(body);
  try {
    const kept: unknown = JSON.parse(readTab(tabNames.returnTry, order) ?? "null");
    if (Array.isArray(kept) && kept[0] === text && typeof kept[1] === "string") return kept[1];
  } catch {
    // A foreign value: as if there were none.
  }
  const key = newKey();
  // Where storage is refused, a repetition gets a key of its own, and the units guard themselves.
  writeTab(tabNames.returnTry, JSON.stringify([text, key]), order);
  return key;
}
