import { readTab, tabNames, writeTab } from "../../lib/tab";
import type { AskBody } from "./api";

/** 128 random bits; also where crypto.randomUUID is missing, on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
