/**
 * What a customer wants of each variant before the server has agreed. A press answers at once: the
 * wanted quantity is shown, one request a variant runs at a time, and presses made meanwhile are
 * sent together when it returns.
 */

import { createStore } from "../../lib/store";

export interface Wanted {
  qty: number;
  /** The words of a refusal, until the next press. */
  refusal: string | null;
}

export type Pending = Readonly<Record<string, Wanted>>;

export const pendingStore = createStore<Pending>({});

/** What `send` answers when nothing answered it: the wish stays shown and waits (wishes.ts). */
export const waits = Symbol("waits");

const running = new Set<string>();
let crossed = false;

/**
 * True once after changes of several variants were under way at the same time and the last of them
 * is done: their answers may have come in another order than they were made in.
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
 * Notes that `qty` is wanted and sends it, unless a request for this variant is under way, which
 * then sends the newest wish when it returns. `send` answers the words of a refusal, null, or that
 * the wish waits for a network.
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
