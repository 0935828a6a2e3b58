import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../../api/queryClient";
import { toasts } from "../../../../backoffice/toasts";
import { MemoryHistory, useLocation } from "../../../../lib/history";
import { createI18n } from "../../../../lib/i18n";
import { NowProvider } from "../../../../lib/now";
import { PageProvider } from "../../../../lib/page";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { TextsProvider } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import console from "../../../../locales/en/console/console.json";
import orders from "../../../../locales/en/console/orders.json";
import sellers from "../../../../locales/en/console/sellers.json";
import errors from "../../../../locales/en/errors.json";
import type { Board, Move } from "./api";
import boardPage from "./board";
import { withMove } from "./model";
import { aBoard, anOrder } from "./testing";

const now = Date.parse("2026-11-20T10:00:00Z");
const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "s1",
  address: "",
  pin: "",
  ready: true,
};
const accept: Move = {
  to: "processing",
  label: "Accept",
  needs_reason: false,
  needs_pin: false,
  needs_weights: false,
};
const reject: Move = {
  to: "rejected",
  label: "Reject",
  needs_reason: true,
  needs_pin: false,
  needs_weights: false,
};
const handOver: Move = {
  to: "delivered",
  label: "Hand over",
  needs_reason: false,
  needs_pin: true,
  needs_weights: false,
};

/** The console's API, as far as the board uses it. */
function fakeServer(start: Board) {
  const server = {
    board: start,
    moves: [] as { id: string; body: Record<string, unknown> }[],
    refuse: null as { status: number; code: string; message: string } | null,
    /** Delays the answer of a move until the test releases it. */
    hold: null as Promise<void> | null,
    say: (_data: object) => {},
  };
  const answer = (data: unknown, status = 200) =>
    new Response(JSON.stringify({ response: { data, message: "" } }), { status });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, init: RequestInit) => {
      const path = address.replace(/^\/api\/v1\/console/, "");
      if (path === "/me") {
        return answer({
          id: "stf_1",
          name: "Salma",
          email: "s@example.com",
          role: "owner",
          all_branches: true,
          branches: [
            { id: "brn_1", slug: "maadi", name: "Maadi" },
            { id: "brn_2", slug: "dokki", name: "Dokki" },
          ],
        });
      }
      if (path.startsWith("/orders/events")) {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            server.say = (data) =>
              controller.enqueue(
                new TextEncoder().encode(`id: 2\nevent: order\ndata: ${JSON.stringify(data)}\n\n`),
              );
            init.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
          },
        });
        return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
      }
      const move = /^\/orders\/([^/]+)\/move$/.exec(path);
      if (move?.[1]) {
        const body = JSON.parse(String(init.body)) as { to: "processing" };
        server.moves.push({ id: move[1], body });
        await server.hold;
        if (server.refuse) {
          const { status, ...failure } = server.refuse;
          return new Response(JSON.stringify({ ...failure, errors: {} }), { status });
        }
        server.board = withMove(server.board, move[1], body.to);
        return answer({ id: move[1], status: body.to, status_label: "Moved" });
      }
      return answer(server.board);
    }),
  );
  return server;
}

function Page() {
  const { pathname, search } = useLocation();
  const { Component } = boardPage;
  return (
    <PageProvider value={{ scope, params: { id: "" }, query: new Query(search), path: pathname }}>
      <Component />
    </PageProvider>
  );
}

function draw(address = "/") {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider i18n={createI18n("en", "latn", { console, orders, sellers, errors })}>
        <NowProvider start={now}>
          <ScopeProvider scope={scope}>
            <MemoryHistory at={address}>
              <Page />
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
}

async function show(address?: string) {
  draw(address);
  await screen.findByRole("region", { name: /pending/ });
}

const column = (name: RegExp) => within(screen.getByRole("region", { name }));
const numbers = (name: RegExp) =>
  column(name)
    .queryAllByRole("link")
    .map((link) => link.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  toasts.clear();
});

describe("the board", () => {
  test("shows what each order needs to be judged by", async () => {
    fakeServer(
      aBoard({
        pending: [anOrder("a", { accept_by: "2026-11-20T10:05:00Z", moves: [accept, reject] })],
        shipped: [anOrder("b", { promised_at: "2026-11-20T09:45:00Z", late: true })],
        cancelled: [anOrder("c")],
      }),
    );
    await show();
    const card = column(/pending/);
    expect(card.getByText("010 **** 5678")).toBeTruthy();
    expect(card.getByText("3 items")).toBeTruthy();
    expect(card.getByText("2 × Rice")).toBeTruthy();
    expect(card.getByText("Degla")).toBeTruthy();
    expect(card.getByRole("timer").textContent).toBe("5:00");
    expect(card.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "Accept",
      "Reject",
    ]);
    expect(column(/shipped/).getByText("15 minutes late")).toBeTruthy();
    expect(numbers(/Done today/)).toEqual(["W-c"]);
  });

  test("names what was ordered, by weight too, and counts the rest", async () => {
    fakeServer(
      aBoard({
        pending: [
          anOrder("a", {
            area: "",
            goods: [
              { name: "Rice", qty: 2, unit_grams: 0, note: "" },
              { name: "Cheese", qty: 3, unit_grams: 250, note: "Thin slices" },
            ],
            goods_more: 3,
            note: "Ring twice",
          }),
        ],
      }),
    );
    await show();
    const goods = column(/pending/)
      .getAllByRole("listitem")
      .map((line) => line.textContent?.replaceAll("\u00a0", " "));
    expect(goods).toContain("2 × Rice");
    expect(goods).toContain("750 g CheeseThin slices+3");
    expect(column(/pending/).getByText("Ring twice")).toBeTruthy();
    expect(column(/pending/).queryByText("Degla")).toBeNull();
  });

  test("says which branches take no orders, why, and until when", async () => {
    fakeServer({
      ...aBoard({ pending: [anOrder("a")] }),
      closed: [
        {
          id: "b1",
          slug: "b1",
          name: "Zamalek",
          reason: "switched",
          pause_reason: "power",
          opens_at: null,
        },
        {
          id: "b2",
          slug: "b2",
          name: "Heliopolis",
          reason: "hours",
          pause_reason: "",
          opens_at: null,
        },
      ],
    });
    await show();
    expect(screen.getByText("2 branches aren't taking orders now")).toBeTruthy();
    expect(screen.getByText("Zamalek").parentElement?.textContent).toBe(
      "Zamalek: closed until someone reopens it (Power or network cut)",
    );
    expect(screen.getByText("Heliopolis").parentElement?.textContent).toBe(
      "Heliopolis: closed, with no opening hours ahead",
    );
  });

  test("a shop that nobody can order from says so in place of empty lanes", async () => {
    fakeServer({ ...aBoard({}), shop: "setup" });
    draw();
    expect(await screen.findByRole("heading", { name: "You're not open yet" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: /pending/ })).toBeNull();
  });

  test("says where a column has more than it shows", async () => {
    const board = aBoard({ pending: [anOrder("a")], shipped: [anOrder("b")] });
    fakeServer({
      ...board,
      columns: board.columns.map((one) => ({ ...one, more: one.status === "shipped" })),
    });
    await show();
    expect(column(/shipped/).getByText(/^There are more orders than fit here/)).toBeTruthy();
    expect(column(/shipped/).getByText("1+")).toBeTruthy();
    expect(column(/pending/).queryByText(/^There are more orders/)).toBeNull();
  });

  test("a tap moves the card at once, and says which event was seen", async () => {
    const server = fakeServer(
      aBoard({ pending: [anOrder("a", { moves: [accept], event_seq: 4 }), anOrder("b")] }),
    );
    let letGo = () => {};
    server.hold = new Promise((resolve) => {
      letGo = resolve;
    });
    await show();
    press("Accept, order W-a");
    await waitFor(() => expect(numbers(/processing/)).toEqual(["W-a"]));
    expect(numbers(/pending/)).toEqual(["W-b"]);
    letGo();
    await screen.findByText("Order W-a: Moved");
    expect(server.moves).toEqual([{ id: "a", body: { to: "processing", expected_seq: 4 } }]);
    // The focus continues with the card that took the place.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("W-b"));
  });

  test("a refusal puts the card back and says why", async () => {
    const server = fakeServer(
      aBoard({ pending: [anOrder("a", { moves: [accept] }), anOrder("b")] }),
    );
    server.refuse = { status: 400, code: "orders.move_refused", message: "It cannot go there." };
    await show();
    press("Accept, order W-a");
    await screen.findByText("Order W-a wasn't changed: It cannot go there.");
    await waitFor(() => expect(numbers(/pending/)).toEqual(["W-a", "W-b"]));
    expect(numbers(/processing/)).toEqual([]);
  });

  test("somebody else was faster: it is told, and the board is as it is now", async () => {
    const server = fakeServer(aBoard({ pending: [anOrder("a", { moves: [accept] })] }));
    server.refuse = { status: 409, code: "moved_on", message: "It has changed." };
    await show();
    server.board = aBoard({ shipped: [anOrder("a")] });
    press("Accept, order W-a");
    await screen.findByText(/A colleague already updated order W-a/);
    await waitFor(() => expect(numbers(/shipped/)).toEqual(["W-a"]));
  });

  test("a reason is asked for where one is needed", async () => {
    const server = fakeServer(aBoard({ pending: [anOrder("a", { moves: [accept, reject] })] }));
    await show();
    press("Reject, order W-a");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Reject" }));
    expect(dialog.getByText("Enter a reason.")).toBeTruthy();
    expect(server.moves).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "The branch is closing" }));
    fireEvent.click(dialog.getByRole("button", { name: "Reject" }));
    await waitFor(() =>
      expect(server.moves[0]?.body).toMatchObject({
        to: "rejected",
        reason: "closing",
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a wrong PIN stays in its dialog, a right one moves the order", async () => {
    const server = fakeServer(aBoard({ out_for_delivery: [anOrder("a", { moves: [handOver] })] }));
    server.refuse = { status: 400, code: "pin_wrong", message: "The code is not right." };
    await show();
    press("Hand over, order W-a");
    const dialog = within(await screen.findByRole("dialog"));
    const pin = dialog.getByRole("textbox");
    fireEvent.change(pin, { target: { value: "١٢٣٤" } });
    await dialog.findByText("The code is not right.");
    // The card does not move before the server has checked the PIN.
    expect(document.querySelector("[data-column=out_for_delivery]")?.textContent).toContain("W-a");
    expect(server.moves[0]?.body).toMatchObject({ pin: "1234" });
    server.refuse = null;
    fireEvent.change(pin, { target: { value: "4321" } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(numbers(/Done today/)).toEqual(["W-a"]));
  });

  test("a new order is announced when it comes, not what was there before", async () => {
    const server = fakeServer(aBoard({ pending: [anOrder("a")] }));
    await show();
    await screen.findByText("Live");
    expect(screen.queryByText("1 new order")).toBeNull();
    server.board = aBoard({ pending: [anOrder("a"), anOrder("b")] });
    act(() => server.say({ id: "b", number: "W-b", status: "pending" }));
    await screen.findByText("1 new order");
    expect(screen.getByText("New order: W-b")).toBeTruthy();
    // The title is updated in a separate effect.
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
    press("Close");
    expect(screen.queryByText("1 new order")).toBeNull();
    await waitFor(() => expect(document.title).not.toMatch(/^\(/));
  });

  test("branch and column are part of the address", async () => {
    fakeServer(aBoard({ pending: [anOrder("a")], shipped: [anOrder("b")] }));
    await show("/?branch_id=brn_2&column=shipped");
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("brn_2"),
    );
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toContain(
      "/api/v1/console/orders?branch_id=brn_2",
    );
    const tabs = within(screen.getByRole("navigation", { name: "Board columns" }));
    expect(tabs.getByRole("link", { current: "page" }).textContent).toContain("shipped");
    expect(tabs.getByRole("link", { name: /pending/ }).getAttribute("href")).toBe(
      "/?branch_id=brn_2&column=pending",
    );
  });

  test("a board that does not come says so and can be asked for again", async () => {
    const server = fakeServer(aBoard({}));
    const asked = vi.mocked(fetch).getMockImplementation();
    let down = true;
    vi.mocked(fetch).mockImplementation(async (url, init) => {
      if (down && /\/orders(\?|$)/.test(String(url))) throw new TypeError("network");
      return (asked as typeof fetch)(url, init);
    });
    server.board = aBoard({ pending: [anOrder("a")] });
    draw();
    const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 5_000 });
    down = false;
    fireEvent.click(again);
    await screen.findByRole("region", { name: /pending/ });
    expect(numbers(/pending/)).toEqual(["W-a"]);
  });
});
