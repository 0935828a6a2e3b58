import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ConsoleCoupon } from "../../../../api/types";
import { testFrame } from "../../../../testing/framed";
import { mockApi, renderShop } from "../../../../testing/shop";
import page from "./list";

const { Component } = page;
const at = { at: "/coupons", console: true };
const coupon: ConsoleCoupon = {
  id: "cpn_1",
  code: "RAMADAN",
  borne_by: "shop",
  kind: "percent",
  percent: 10,
  amount: null,
  minimum: 0,
  cap: null,
  currency: "EGP",
  active: true,
  state: "live",
  listed: true,
  first_order: false,
  starts_at: null,
  ends_at: null,
  customer_limit: null,
  total_limit: null,
  uses: 3,
  services: [],
  stores: [],
  categories: [],
  updated_at: "2026-11-19T10:00:00Z",
  version: 1,
};
const may = (...capabilities: string[]) => ({ "GET /console/me": { capabilities } });

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers: { ...may("coupons.make"), "GET /console/coupons": [coupon] },
  asks: "GET /console/coupons",
  loading: "Loading",
  failed: "We couldn't load this",
  found: "RAMADAN",
});

test("each leads to itself", async () => {
  mockApi({ ...may("coupons.make"), "GET /console/coupons": [coupon] });
  renderShop(<Component />, at);
  const link = await screen.findByRole("link", { name: "RAMADAN" });
  expect(link.getAttribute("href")).toBe("/coupons/cpn_1");
});

test("none in this state; the address says which", async () => {
  const calls = mockApi({ ...may("coupons.make"), "GET /console/coupons": [] });
  renderShop(<Component />, { ...at, at: "/coupons?state=ended" });
  expect(await screen.findByText("No results")).toBeTruthy();
  expect(calls.map(({ path }) => path)).toContain("/console/coupons?state=ended");
});

test("what waits says so; who does not make coupons is offered no new one", async () => {
  mockApi({
    ...may("coupons.read", "coupons.decide"),
    "GET /console/coupons": [{ ...coupon, active: false, state: "waiting" }],
  });
  renderShop(<Component />, at);
  await screen.findByText("RAMADAN");
  expect(screen.getAllByText("Waiting for a second person's approval").length).toBeGreaterThan(1);
  expect(screen.queryByRole("link", { name: "New coupon" })).toBeNull();
});

test("several are turned off at once, after a question", async () => {
  const calls = mockApi({
    ...may("coupons.make"),
    "GET /console/coupons": [coupon],
    "POST /console/coupons/bulk": { done: 1, refused: [], run: "" },
  });
  renderShop(<Component />, at);
  fireEvent.click(await screen.findByLabelText("Select RAMADAN"));
  fireEvent.click(screen.getByRole("button", { name: "Turn off" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await screen.findByText("1 item changed")).toBeTruthy();
  const sent = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toEqual([{ action: "off", ids: ["cpn_1"] }]);
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === "/console/coupons")).toHaveLength(2),
  );
});

test("who does not make coupons selects none", async () => {
  mockApi({ ...may("coupons.read"), "GET /console/coupons": [coupon] });
  renderShop(<Component />, at);
  await screen.findByText("RAMADAN");
  expect(screen.queryByLabelText("Select RAMADAN")).toBeNull();
});
