import { beforeEach, expect, test } from "vitest";
import { overlapping, pendingStore, want } from "./pending";

beforeEach(() => pendingStore.set({}));

test("shows the wish at once and forgets it when the server agrees", async () => {
  const sent: number[] = [];
  const done = want("v1", 2, async (qty) => {
    sent.push(qty);
    return null;
  });
  expect(pendingStore.get().v1?.qty).toBe(2);
  await done;
  expect(sent).toEqual([2]);
  expect(pendingStore.get().v1).toBeUndefined();
});

test("presses made meanwhile are sent as one, the newest", async () => {
  const sent: number[] = [];
  let release: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const send = async (qty: number) => {
    sent.push(qty);
    if (sent.length === 1) await first;
    return null;
  };
  const done = want("v2", 1, send);
  await want("v2", 2, send);
  await want("v2", 3, send);
  expect(pendingStore.get().v2?.qty).toBe(3);
  release();
  await done;
  expect(sent).toEqual([1, 3]);
});

test("a refusal is kept to be read, and the wish dropped", async () => {
  await want("v3", 9, async () => "Only 2 left");
  expect(pendingStore.get().v3).toEqual({ qty: -1, refusal: "Only 2 left" });
});

test("tells once when changes of several things crossed", async () => {
  await want("v4", 1, async () => null);
  expect(overlapping()).toBe(false);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = want("v5", 1, async () => {
    await held;
    return null;
  });
  await want("v6", 1, async () => null);
  expect(overlapping()).toBe(false);
  release();
  await first;
  expect(overlapping()).toBe(true);
  expect(overlapping()).toBe(false);
});
