import { afterEach, expect, test, vi } from "vitest";
import { lookForShop, reachable } from "./online";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reachable.set(true);
});

test("while the shop does not answer it is looked for again, until it does", async () => {
  vi.useFakeTimers();
  const ask = vi.fn().mockRejectedValue(new TypeError("no network"));
  vi.stubGlobal("fetch", ask);
  await lookForShop();
  expect(reachable.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reachable.get()).toBe(false);
  // Any answer will do: a shop in trouble is there.
  ask.mockResolvedValue(new Response(null, { status: 503 }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reachable.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("a network that swallows what is sent is none", async () => {
  vi.useFakeTimers();
  const given = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(given.signal);
  vi.stubGlobal(
    "fetch",
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason))),
  );
  const looked = lookForShop();
  given.abort();
  await looked;
  expect(reachable.get()).toBe(false);
});
