import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import OrderUnderWay from "./OrderUnderWay";

const now = Date.parse("2026-03-01T20:00:00Z");

afterEach(() => {
  vi.unstubAllGlobals();
});

const order = (changes: object = {}) => ({
  id: "ord_1",
  number: "W-1",
  store: { id: "sto_1", slug: "souq", name: "Souq" },
  status: "out_for_delivery",
  status_label: "On its way",
  fulfilment: "delivery",
  promised_at: new Date(now + 20 * 60_000).toISOString(),
  expected_at: null,
  live: true,
  ...changes,
});

function show(at: string, one: object) {
  mockApi({ "GET /orders": onePage([one]) });
  return renderShop(<OrderUnderWay />, { at, now });
}

test("says when it is due, or how late it is", async () => {
  const { unmount } = show("/branches-results", order());
  const line = await screen.findByRole("region");
  expect(line.textContent).toContain("Due ");
  // The cart's bar replaces it.
  expect(line.className).toContain("has-[~section]:hidden");
  unmount();
  show("/branches-results", order({ promised_at: new Date(now - 57 * 60_000).toISOString() }));
  await waitFor(() => expect(screen.getByRole("region").textContent).toContain("57 minutes late"));
  expect(screen.getByRole("region").className).toContain("has-[~section]:hidden");
});

test("of a late order it says when it is expected now, as its page does", async () => {
  const late = { promised_at: new Date(now - 57 * 60_000).toISOString() };
  const { unmount } = show(
    "/home",
    order({ ...late, expected_at: new Date(now + 10 * 60_000).toISOString() }),
  );
  expect((await screen.findByRole("region")).textContent).toMatch(/Late, expected 10:10.PM$/);
  unmount();
  show("/home", order({ ...late, expected_at: new Date(now - 60_000).toISOString() }));
  expect((await screen.findByRole("region")).textContent).toContain("57 minutes late");
});

test("of one that will be late it says when it is expected now", async () => {
  const soon = { promised_at: new Date(now + 5 * 60_000).toISOString() };
  show("/home", order({ ...soon, expected_at: new Date(now + 20 * 60_000).toISOString() }));
  const line = await screen.findByRole("region");
  expect(line.textContent).toMatch(/Now expected 10:20.PM$/);
  expect(line.textContent).not.toContain("Late");
});

test.each([
  [20, /Orders.*Active order$/],
  [-57, /Orders.*57 minutes late$/],
])(
  "a mark at the way to the orders stays where another bar takes the line's place",
  async (minutes, name) => {
    const promised = new Date(now + minutes * 60_000).toISOString();
    mockApi({ "GET /orders": onePage([order({ promised_at: promised })]) });
    renderShop(
      <>
        <OrderUnderWay />
        <nav className="places">
          <a href="/en/account/my-orders">
            <i />
            Orders
          </a>
        </nav>
      </>,
      { at: "/branches-results", now },
    );
    expect(await screen.findByRole("link", { name })).toBeTruthy();
  },
);

test("of several it tells of the most urgent, and leads to all", async () => {
  mockApi({ "GET /orders": onePage([order(), order({ id: "ord_2" }), order({ id: "ord_3" })]) });
  renderShop(<OrderUnderWay />, { at: "/home", now });
  const way = await screen.findByRole("link");
  expect(way.textContent).toMatch(/^3 active orders · On its way · SouqDue/);
  expect(way.getAttribute("href")).toBe("/account/my-orders");
});

test("what comes back is not under way", async () => {
  const { client } = show("/home", order({ status: "in_return" }));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("region")).toBeNull();
});

test("what is ready to collect is under way, and due no more", async () => {
  show("/home", order({ status: "shipped", status_label: "Ready", fulfilment: "pickup" }));
  const line = await screen.findByRole("region");
  expect(line.textContent).toBe("Ready · Souq");
});
