/**
 * Quantities that the customer requested before the server confirmed them. A press takes effect
 * immediately: the requested quantity is shown, one request per variant runs at a time, and presses in
 * the meantime are combined into the next request.
 */

import { createStore } from "../../lib/store";

export interface Wanted {
  qty: number;
  /** The text of a refusal, until the next press. */
  refusal: string | null;
}

export type Pending = Readonly<Record<string, Wanted>>;

export const pendingStore = createStore<Pending>({});

/**
 * The result of `send` when there was no network: the requested quantity stays visible and is queued
 * (wishes.ts).
 */
export const waits = Symbol("waits");

const running = new Set<string>();
let crossed = false;

/**
 * Returns true once after changes of several variants ran concurrently and the last one has finished,
 * because their responses may have arrived out of order.
 */
export function overlapping(): boolean {
  if (!crossed || running.size > 0) return false;
  crossed = false;
  return true;
}

export function setWanted(variant: string, wanted: Wanted | null): void {
  pendingStore.set((now) => {
    const { [variant]: _gone, ...others } = now;
    return wanted ? { ...others, [variant]: wanted } : others;
  });
}

/**
 * Records the requested quantity and sends it, unless a request for this variant is running; the newest
 * quantity is then sent when that returns. `send` returns the text of a refusal, null, or `waits` if
 * there is no network.
 */
export async function want(
  variant: string,
  qty: number,
  send: (qty: number) => Promise<string | null | typeof waits>,
): Promise<void> {
  setWanted(variant, { qty, refusal: null });
  if (running.has(variant)) return;
  running.add(variant);
  if (running.size > 1) crossed = true;
  try {
    let sent = qty;
    for (;;) {
      const refusal = await send(sent);
      const now = pendingStore.get()[variant];
      if (refusal === waits && (!now || now.qty === sent)) return;
      if (refusal !== null && refusal !== waits) {
        setWanted(variant, { qty: -1, refusal });
        return;
      }
      if (!now || now.qty === sent) {
        setWanted(variant, null);
        return;
      }
      sent = now.qty;
    }
  } finally {
    running.delete(variant);
  }
}
