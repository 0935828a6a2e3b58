import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { localNames, readLocal, writeLocal } from "./local";
import { dropStaleMark, whilePending } from "./login";

const mark = () => readLocal(localNames.loginStatus);
/** The locks that the browser reports as held, by any page. */
let held: string[] = [];

function withLocks(): void {
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, _options: unknown, run: () => Promise<void>) => {
        held.push(name);
        await run();
        held = held.filter((one) => one !== name);
      },
      query: async () => ({ held: held.map((name) => ({ name })) }),
    },
  });
}

afterEach(() => {
  held = [];
  vi.unstubAllGlobals();
});

test.each(["success", "failure"])("a request marks a pending login, %s clears it", async (how) => {
  let seen: string | null = null;
  await whilePending(async () => {
    seen = mark();
    if (how === "failure") throw new Error("refused");
  }).catch(() => undefined);
  expect(seen).toBe("pending");
  expect(mark()).toBeNull();
});

test("of two requests of one page the last clears it", async () => {
  let end = () => {};
  const long = whilePending(() => new Promise<void>((done) => (end = done)));
  await whilePending(async () => undefined);
  expect(mark()).toBe("pending");
  end();
  await long;
  expect(mark()).toBeNull();
});

test("leaving the page clears it", async () => {
  let end = () => {};
  const long = whilePending(() => new Promise<void>((done) => (end = done)));
  window.dispatchEvent(new Event("pagehide"));
  expect(mark()).toBeNull();
  end();
  await long;
});

test("a page that begins clears a mark left behind, not that of a login under way elsewhere", async () => {
  withLocks();
  writeLocal(localNames.loginStatus, "pending");
  held = ["wekala_login"];
  await dropStaleMark();
  expect(mark()).toBe("pending");
  held = [];
  await dropStaleMark();
  expect(mark()).toBeNull();
});

test("a login holds its lock until it is answered", async () => {
  withLocks();
  await whilePending(async () => expect(held).toEqual(["wekala_login"]));
  await waitFor(() => expect(held).toEqual([]));
});

test("without locks a page that begins clears the mark", async () => {
  vi.stubGlobal("navigator", {});
  writeLocal(localNames.loginStatus, "pending");
  await dropStaleMark();
  expect(mark()).toBeNull();
});
