import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aSummary } from "../../../testing/cart";
import { mockApi, onePage, renderShop } from "../../../testing/shop";
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
  live: true,
  ...changes,
});

function show(at: string, one: object, carts: readonly object[] = []) {
  mockApi({ "GET /orders": onePage([one]), "GET /carts": carts });
  return renderShop(<OrderUnderWay />, { at, now });
}

test("says when it is due, or how late it is", async () => {
  const { unmount } = show("/branches-results", order());
  expect((await screen.findByRole("region")).textContent).toContain("Due ");
  unmount();
  show("/branches-results", order({ promised_at: new Date(now - 57 * 60_000).toISOString() }));
  await waitFor(() => expect(screen.getByRole("region").textContent).toContain("57 minutes late"));
});

test("while a cart is being filled it stands on home alone", async () => {
  const { unmount } = show("/home", order(), [aSummary()]);
  expect(await screen.findByRole("region")).toBeTruthy();
  unmount();
  const { client } = show("/branches-results", order(), [aSummary()]);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("region")).toBeNull();
});
