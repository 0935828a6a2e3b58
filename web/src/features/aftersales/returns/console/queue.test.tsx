import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../../testing/framed";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { QueueItem } from "./api";
import page from "./queue";

const { Component } = page;
const at = { at: "/returns", console: true };
const ref = (id: string, name: string) => ({ id, name, slug: id });
const item: QueueItem = {
  id: "ret_1",
  number: "R-1",
  state: "requested",
  state_label: "Asked for",
  live: true,
  branch: ref("brn_1", "Maadi"),
  store: ref("sto_1", "El Baraka"),
  store_image: { src: "", srcset: "", width: 256, height: 256 },
  first_images: [],
  order: { id: "ord_1", number: "W-1" },
  customer: "Mona",
  phone_masked: "+20 100 *** 4567",
  first_items: ["Rice"],
  units: 2,
  refund: 70,
  currency: "EGP",
  pickup_from: "2026-11-21T10:00:00Z",
  pickup_label: "Tomorrow",
  created_at: "2026-11-19T10:00:00Z",
  state_at: "2026-11-19T10:00:00Z",
};
const me = { "GET /console/me": { branches: [ref("brn_1", "Maadi"), ref("brn_2", "Giza")] } };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers: { ...me, "GET /console/returns": [item] },
  asks: "GET /console/returns",
  loading: "Loading",
  failed: "We couldn't load this",
  found: "Mona",
});

test("each leads to itself", async () => {
  mockApi({ ...me, "GET /console/returns": [item] });
  renderShop(<Component />, at);
  const link = await screen.findByRole("link", { name: "R-1" });
  expect(link.getAttribute("href")).toBe("/returns/ret_1");
});

test("nothing waits", async () => {
  mockApi({ ...me, "GET /console/returns": [] });
  renderShop(<Component />, at);
  expect(await screen.findByText("No returns here")).toBeTruthy();
});

test("of one branch, where the address names it", async () => {
  const calls = mockApi({ ...me, "GET /console/returns": [] });
  renderShop(<Component />, { ...at, at: "/returns?branch_id=brn_2" });
  expect(await screen.findByText("No results")).toBeTruthy();
  expect(calls.some(({ path }) => /\/console\/returns\?.*branch_id=brn_2/.test(path))).toBe(true);
});

test("for whoever has no say in returns it is no failure to try again", async () => {
  mockApi({ ...me, "GET /console/returns": refused(403, { message: "Ask your manager." }) });
  renderShop(<Component />, at);
  expect(
    await screen.findByRole("heading", {
      name: "Your role doesn't include this page",
    }),
  ).toBeTruthy();
  expect(screen.getByText("Ask your manager.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
