/**
 * One attempt to order, kept until it is answered. An attempt without an answer may still have placed
 * an order; repeating the identical request with the same key finds out, and never orders twice.
 */

import { newKey } from "../../../lib/newKey";
import { readTab, removeTab, tabNames, writeTab } from "../../../lib/tab";
import type { PlaceBody } from "./api";

export interface Attempt {
  key: string;
  body: PlaceBody;
}

/** The unanswered attempt for a service, or null. */
export function openAttempt(service: string): Attempt | null {
  try {
    const text = readTab(tabNames.checkoutAttempt, service);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isAttempt(value) ? value : null;
  } catch {
    // The stored value is not ours: treated as absent.
    return null;
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { key, body } = value as Partial<Attempt>;
  return typeof key === "string" && typeof body === "object" && body !== null;
}

/**
 * The attempt to send for this body: the open one if it has the same content, otherwise a new one, stored before it is
 * sent.
 */
export function attemptFor(body: PlaceBody): Attempt {
  const open = openAttempt(body.service_id);
  if (open && asked(open.body) === asked(body)) return open;
  const attempt = { key: newKey(), body };
  // Where storage is refused, the key lives as long as the caller keeps it.
  writeTab(tabNames.checkoutAttempt, JSON.stringify(attempt), body.service_id);
  return attempt;
}

/**
 * Returns the content that identifies an order, without the displayed promise, which changes with time.
 */
function asked(body: PlaceBody): string {
  return JSON.stringify({ ...body, promised_at: "", promise_proof: "" });
}

export function closeAttempt(service: string): void {
  removeTab(tabNames.checkoutAttempt, service);
}
