import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { request } from "../../../../api/client";
import { createQueryClient } from "../../../../api/queryClient";
import { cookieNames, readCookie, writeCookie } from "../../../../lib/cookies";
import { dialogStore, type OpenDialog } from "../../../../lib/dialogs";
import { MemoryHistory } from "../../../../lib/history";
import { createI18n } from "../../../../lib/i18n";
import { NowProvider } from "../../../../lib/now";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { onSessionEnd, startSession } from "../../../../lib/session";
import { TextsProvider } from "../../../../lib/translation";
import account from "../../../../locales/en/account.json";
import { entries, isShown } from "../menu";
import accountPage from "./account";

// Separate components request the inbox's count and the balances.
vi.mock("../../../../shop/notices/UnreadBadge", () => ({ UnreadBadge: () => null }));
vi.mock("../../../money/wallet/components/Balance", () => ({ Balance: () => null }));
vi.mock("../../../money/loyalty/components/Points", () => ({ Points: () => null }));

const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "",
  address: "",
  pin: "",
  ready: true,
};
const user = { id: "usr_1", name: "Mona", phone: "+201012345678" };

function show(changes: Partial<Scope>, client = createQueryClient()) {
  const { Component } = accountPage;
  return render(
    <QueryClientProvider client={client}>
      <TextsProvider i18n={createI18n("en", "latn", { account })}>
        <NowProvider start={0}>
          <ScopeProvider scope={{ ...scope, ...changes }}>
            <MemoryHistory>
              <Component />
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
}

function answer(data: object, status = 200) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(JSON.stringify({ response: { data, message: "" } }), { status }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

afterEach(() => {
  vi.unstubAllGlobals();
  dialogStore.set(null);
});

test("guests ask nobody anything: they see the same menu, so nothing moves, and the way in", () => {
  const fetch = answer({});
  show({});
  const most = entries.filter(({ top }) => top).map(({ to }) => to);
  expect(most).toEqual([
    "/account/my-orders",
    "/account/return-orders",
    "/account/my-favourites",
    "/account/my-address",
  ]);
  // Guests have no balances on the person's card.
  const card = entries.filter((one) => one.card).map(({ to }) => to);
  expect(card).toEqual(["/account/my-wallet", "/account/loyalty-points"]);
  const shown = new Set([...most, ...entries.map(({ to }) => to)]);
  for (const to of card) shown.delete(to);
  expect(links()).toEqual([...shown]);
  expect(
    screen
      .getAllByRole("heading", { level: 2 })
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual(["Payments and savings", "My details", "Help"]);
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(dialogStore.get()).toEqual({ name: "signIn", props: {} } satisfies OpenDialog);
  expect(fetch).not.toHaveBeenCalled();
});

test("says who is signed in, and keeps the copy for the next page", async () => {
  answer({ user, message: "" });
  show({ session: "s1" });
  expect(await screen.findByText("Mona")).toBeTruthy();
  expect(screen.getByText(/010 1234 5678/)).toBeTruthy();
  expect(links()).toContain("/account/my-orders");
  expect(JSON.parse(readCookie("wekala_user") ?? "{}")).toMatchObject({ user, session: "s1" });
});

test("a kept copy shows at once, without a question", () => {
  const fetch = answer({ user });
  writeCookie(cookieNames.user, JSON.stringify({ user, at: Date.now(), session: "s1" }));
  show({ session: "s1" });
  expect(screen.getByText("Mona")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

test("details that do not come can be asked for again", async () => {
  const fetch = answer({}, 400);
  show({ session: "s1" });
  expect(await screen.findByText("We couldn't load your details")).toBeTruthy();
  answer({ user });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Mona")).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
});

test.each([200, 500])(
  "signing out ends the session at the server (%i) and here",
  async (status) => {
    const ended = vi.fn();
    onSessionEnd({ forget: () => {}, ended });
    startSession("secret");
    answer({ user });
    show({ session: "s1" });
    await screen.findByText("Mona");
    const fetch = answer({}, status);
    fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe("/api/v1/user/logout");
    expect(init?.headers).toMatchObject({ Authorization: "Bearer secret" });
    expect(readCookie(cookieNames.token)).toBeNull();
    expect(readCookie(cookieNames.user)).toBeNull();
  },
);

test("signing out calls off what is still being read, and reads nothing more", async () => {
  const ended = vi.fn();
  onSessionEnd({ forget: () => {}, ended });
  startSession("secret");
  answer({ user });
  const client = createQueryClient();
  show({ session: "s1" }, client);
  await screen.findByText("Mona");
  let reading: AbortSignal | undefined;
  client
    .fetchQuery({
      queryKey: ["slow"],
      queryFn: ({ signal }) => {
        reading = signal;
        return new Promise(() => {});
      },
    })
    .catch(() => undefined);
  expect(reading?.aborted).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(reading?.aborted).toBe(true);
  const fetch = answer({ user });
  void request("GET", "/user/profile");
  expect(fetch.mock.calls.map(([url]) => url)).not.toContain("/api/v1/user/profile");
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
});

test("the way beside a page marks the page that is shown, or the one it lies below", () => {
  const shown = (path: string) =>
    entries.filter((one) => isShown(one, path)).map((one) => one.name);
  expect(shown("/account/my-orders/ord_1")).toEqual(["orders"]);
  expect(shown("/account/profile/change-password")).toEqual(["profile"]);
  expect(shown("/account/my-orders-else")).toEqual([]);
  expect(shown("/account")).toEqual([]);
});
