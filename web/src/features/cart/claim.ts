import type { QueryClient } from "@tanstack/react-query";
import { localNames, readLocal, removeLocal } from "../../lib/local";
import type { Scope } from "../../lib/scope";
import { type Claimed, claimCart } from "./api";

/**
 * Called once right after a sign-in: brings the guest's cart along. What was capped, or lies in
 * another branch, is answered for the cart to tell; a failure leaves the guest's cart where it is
 * and is tried again at the next sign-in.
 */
export async function claimAfterSignIn(
  client: QueryClient,
  _scope: Scope,
): Promise<Claimed | null> {
  if (readLocal(localNames.cartToken) === null) return null;
  try {
    const { data } = await claimCart();
    removeLocal(localNames.cartToken);
    await client.invalidateQueries();
    return data;
  } catch {
    return null;
  }
}
