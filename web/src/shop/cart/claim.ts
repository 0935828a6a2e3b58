import type { QueryClient } from "@tanstack/react-query";
import { localNames, readLocal, removeLocal } from "../../lib/local";
import type { Scope } from "../../lib/scope";
import { createStore } from "../../lib/store";
import { type Claimed, claimCart } from "./api";

/** The outcome of claiming the guest's cart, if the customer has to see it; kept until dismissed. */
export const claimStore = createStore<Claimed | null>(null);

let running: Promise<Claimed | null> | null = null;

/**
 * Moves the guest's cart to the customer, once right after a sign-in. Reduced quantities and a conflict with another
 * branch's cart are returned and kept for the cart to show (ClaimNotices). After a failure the guest's cart stays in
 * place and the claim is retried when the shop is next opened.
 */
export function claimAfterSignIn(client: QueryClient, _scope: Scope): Promise<Claimed | null> {
  running ??= claim(client).finally(() => {
    running = null;
  });
  return running;
}

/** Resolves when the claim under way has succeeded or failed; immediately when there is none. */
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

/**
 * Joins a first read of the carts that is already running instead of restarting it, then refetches,
 * because that read may predate the claim.
 */
async function readAnew(client: QueryClient): Promise<void> {
  const older = client
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  await Promise.allSettled([client.invalidateQueries(), ...older.map(({ promise }) => promise)]);
  await Promise.all(
    older.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })),
  );
}

/** The customer chose between two carts: the question is closed, the reduced quantities stay shown. */
export function decideClaim(): void {
  claimStore.set((now) => {
    const rest = now && { ...now, conflict: null };
    return needsTelling(rest) ? rest : null;
  });
}

/** Whether the cart changed during the claim: the customer reviews it before continuing. */
export function needsTelling(claimed: Claimed | null): boolean {
  return claimed !== null && (claimed.capped.length > 0 || claimed.conflict !== null);
}
