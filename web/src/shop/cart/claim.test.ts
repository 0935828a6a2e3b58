import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localNames, readLocal, writeLocal } from "../../lib/local";
import { aSummary } from "../../testing/cart";
import { aScope, mockApi } from "../../testing/shop";
import { claimAfterSignIn, claimStore } from "./claim";

beforeEach(() => claimStore.set(null));
afterEach(() => vi.unstubAllGlobals());

const claim = () => claimAfterSignIn(new QueryClient(), aScope());

test("without a guest's cart nothing is asked", async () => {
  const calls = mockApi({});
  expect(await claim()).toBeNull();
  expect(calls).toEqual([]);
});

test("the guest's cart comes along once, and its name is forgotten", async () => {
  writeLocal(localNames.cartToken, "guest");
  const claimed = { merged: 2, capped: [], conflict: null, cart: null };
  const calls = mockApi({ "POST /carts/claim": claimed });
  const [first, second] = await Promise.all([claim(), claim()]);
  expect(first).toEqual(claimed);
  expect(second).toBe(first);
  expect(calls.map(({ headers }) => headers["cart-token"])).toEqual(["guest"]);
  expect(readLocal(localNames.cartToken)).toBeNull();
  expect(claimStore.get()).toBeNull();
});

test("what did not simply come along is kept to be told", async () => {
  writeLocal(localNames.cartToken, "guest");
  const conflict = aSummary({ parked: true });
  mockApi({ "POST /carts/claim": { merged: 0, capped: [], conflict, cart: null } });
  await claim();
  expect(claimStore.get()?.conflict).toEqual(conflict);
});

test("a failure leaves the guest's cart for another time", async () => {
  writeLocal(localNames.cartToken, "guest");
  mockApi({ "POST /carts/claim": new Error("no network") });
  expect(await claim()).toBeNull();
  expect(readLocal(localNames.cartToken)).toBe("guest");
});

test("what was asked before the claim and comes after it is read anew", async () => {
  writeLocal(localNames.cartToken, "guest");
  mockApi({ "POST /carts/claim": { merged: 2, capped: [], conflict: null, cart: null } });
  const client = new QueryClient();
  let answer = (_: string) => {};
  const older = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const read = vi.fn().mockReturnValueOnce(older).mockResolvedValue("claimed");
  const seen = new QueryObserver(client, { queryKey: ["carts"], queryFn: read, staleTime: 60_000 });
  const leave = seen.subscribe(() => {});
  const claiming = claimAfterSignIn(client, aScope());
  await waitFor(() => expect(readLocal(localNames.cartToken)).toBeNull());
  answer("as it was");
  await claiming;
  expect(seen.getCurrentResult().data).toBe("claimed");
  expect(read).toHaveBeenCalledTimes(2);
  leave();
});
