import type { QueryClient } from "@tanstack/react-query";
import { localNames, readLocal, removeLocal } from "../../lib/local";
import type { Scope } from "../../lib/scope";
import { createStore } from "../../lib/store";
import { type Claimed, claimCart } from "./api";

/** What became of the guest's cart, as far as the customer should know of it; until put away. */
export const claimStore = createStore<Claimed | null>(null);

let running: Promise<Claimed | null> | null = null;

/**
 * Called once right after a sign-in: brings the guest's cart along. What was capped, or lies in
 * another branch, is answered and kept for the cart to tell (ClaimNotices); a failure leaves the
 * guest's cart where it is and is tried again when the shop is next opened.
 */
export function claimAfterSignIn(client: QueryClient, _scope: Scope): Promise<Claimed | null> {
  running ??= claim(client).finally(() => {
    running = null;
  });
  return running;
}

/** Once what a sign-in brings along has come, or has not; at once when nothing is under way. */
export const claimSettled = (): Promise<unknown> => running ?? Promise.resolve();

async function claim(client: QueryClient): Promise<Claimed | null> {
  if (readLocal(localNames.cartToken) === null) return null;
  try {
    const { data } = await claimCart();
    removeLocal(localNames.cartToken);
    if (needsTelling(data)) claimStore.set(data);
    await readAnew(client);
    return data;
  } catch {
    return null;
  }
}

/** A first read that is under way is joined, not begun again, though it may be older than the claim. */
async function readAnew(client: QueryClient): Promise<void> {
  const older = client
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  await Promise.allSettled([client.invalidateQueries(), ...older.map(({ promise }) => promise)]);
  await Promise.all(
    older.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })),
  );
}

/** The customer chose between two carts: nothing is asked any more, what was capped stays told. */
export function decideClaim(): void {
  claimStore.set((now) => {
    const rest = now && { ...now, conflict: null };
    return needsTelling(rest) ? rest : null;
  });
}

/** Whether something did not come along as it was: the customer looks at the cart before going on. */
export function needsTelling(claimed: Claimed | null): boolean {
  return claimed !== null && (claimed.capped.length > 0 || claimed.conflict !== null);
}
