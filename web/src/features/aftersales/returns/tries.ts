import { newKey } from "../../../lib/newKey";
import { readTab, tabNames, writeTab } from "../../../lib/tab";
import type { AskBody } from "./api";

/**
 * The Idempotency-Key of a body: the same for the same content, also after a reload, so that a request without an
 * answer is never carried out twice.
 */
export function keyFor(order: string, body: AskBody): string {
  const text = JSON.stringify(body);
  try {
    const kept: unknown = JSON.parse(readTab(tabNames.returnTry, order) ?? "null");
    if (Array.isArray(kept) && kept[0] === text && typeof kept[1] === "string") return kept[1];
  } catch {
    // The stored value is not ours: treated as absent.
  }
  const key = newKey();
  // If storage is refused, a repetition gets a new key; the server still never returns a unit twice.
  writeTab(tabNames.returnTry, JSON.stringify([text, key]), order);
  return key;
}
