import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import { PushSwitch } from "./PushSwitch";

/** A browser that supports notifications, with its answer to the permission request. */
function browser({
  asked = "granted",
  subscribe = () => Promise.reject(new DOMException("Registration failed", "AbortError")),
  getSubscription = async () => null,
}: {
  asked?: NotificationPermission;
  subscribe?: () => Promise<unknown>;
  getSubscription?: () => Promise<unknown>;
} = {}) {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    permission: "default",
    requestPermission: () => Promise.resolve(asked),
  });
  const registration = { pushManager: { getSubscription, subscribe } };
  vi.stubGlobal("navigator", {
    ...navigator,
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

async function switchOn() {
  // Any bytes do: no push service reads them here.
  const calls = mockApi({
    "GET /push/key": { key: "BAEC" },
    "GET /user/profile": { user: { id: "usr_1" } },
    "POST /push/subscriptions": {},
  });
  renderShop(<PushSwitch />);
  const push = screen.getByRole<HTMLInputElement>("switch");
  await waitFor(() => expect(push.disabled).toBe(false));
  fireEvent.click(push);
  await waitFor(() => expect(push.disabled).toBe(false));
  return { push, calls };
}

test("a browser without a push service is told in the customer's words, not its own", async () => {
  browser();
  const { push } = await switchOn();
  expect(await screen.findByText(/couldn't turn on notifications/)).toBeTruthy();
  expect(screen.queryByText(/Registration failed/)).toBeNull();
  expect(push.checked).toBe(false);
});

test("a question closed without an answer leaves it off, and blocks nothing", async () => {
  browser({ asked: "default" });
  const { push, calls } = await switchOn();
  expect(push.checked).toBe(false);
  expect(screen.queryByText(/are blocked/)).toBeNull();
  expect(calls).toEqual([]);
});

test("a no says where to change one's mind", async () => {
  browser({ asked: "denied" });
  await switchOn();
  expect(await screen.findByText(/are blocked/)).toBeTruthy();
});

test("a yes is kept by the shop", async () => {
  browser({
    subscribe: async () => ({
      toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } }),
    }),
  });
  const { push, calls } = await switchOn();
  await waitFor(() => expect(push.checked).toBe(true));
  expect(calls.at(-1)?.body).toEqual({
    endpoint: "https://push.example/1",
    keys: { p256dh: "a", auth: "b" },
  });
});

test("switched off without a network it is off, and says that the shop does not know", async () => {
  let on = true;
  const unsubscribe = async () => {
    on = false;
    return on;
  };
  const made = { endpoint: "https://push.example/1", unsubscribe };
  browser({ getSubscription: async () => (on ? made : null) });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  renderShop(<PushSwitch />);
  const push = screen.getByRole<HTMLInputElement>("switch");
  await waitFor(() => expect(push.checked).toBe(true));
  fireEvent.click(push);
  await waitFor(() => expect(push.checked).toBe(false));
  expect(await screen.findByText("No response received from server.")).toBeTruthy();
});
