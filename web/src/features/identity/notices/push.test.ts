import { afterEach, expect, test, vi } from "vitest";
import { localNames, readLocal, writeLocal } from "../../../lib/local";
import { mockApi } from "../../../testing/shop";
import { forgetBrowser, switchOff, takeOver } from "./push";

/** A browser in which notifications were left on. */
function listening() {
  let on = true;
  const made = {
    endpoint: "https://push.example/1",
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } }),
    unsubscribe: async () => {
      on = false;
      return true;
    },
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", {
    ...navigator,
    serviceWorker: {
      getRegistration: async () => ({
        pushManager: { getSubscription: async () => (on ? made : null) },
      }),
    },
  });
  return { on: () => on };
}

afterEach(() => vi.unstubAllGlobals());

test("who signs in again after their session ran out goes on being told", async () => {
  const browser = listening();
  writeLocal(localNames.pushFor, "usr_mona");
  const calls = mockApi({ "POST /push/subscriptions": {} });
  await takeOver("usr_mona");
  expect(browser.on()).toBe(true);
  expect(calls.at(-1)?.body).toMatchObject({ endpoint: "https://push.example/1" });
});

test("the next person at a browser is not told the news of the one before", async () => {
  for (const before of ["usr_mona", ""]) {
    const browser = listening();
    writeLocal(localNames.pushFor, before);
    const calls = mockApi({});
    await takeOver("usr_karim");
    expect(browser.on()).toBe(false);
    expect(calls).toEqual([]);
    expect(readLocal(localNames.pushFor)).toBeNull();
  }
});

test("without a network the browser forgets all the same", async () => {
  const browser = listening();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(switchOff()).rejects.toThrow();
  expect(browser.on()).toBe(false);
});

test("a session that ended anywhere ends them here", async () => {
  const browser = listening();
  await forgetBrowser();
  expect(browser.on()).toBe(false);
  await forgetBrowser();
});
