import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ConsoleCouponDetail } from "../../../../api/types";
import { type Answer, type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./edit";

const { Component } = page;
const coupon: ConsoleCouponDetail = {
  id: "cpn_1",
  code: "ALL",
  borne_by: "shop",
  edit_why_not: "",
  kind: "percent",
  percent: 100,
  amount: null,
  minimum: 0,
  cap: null,
  currency: "EGP",
  active: false,
  state: "waiting",
  listed: true,
  first_order: false,
  starts_at: null,
  ends_at: null,
  customer_limit: null,
  total_limit: null,
  uses: 0,
  services: [],
  stores: [],
  categories: [],
  updated_at: "2026-11-19T10:00:00Z",
  version: 3,
  given: 0,
  at_most: null,
  alone: 500,
  waits_since: "2026-11-19T10:00:00Z",
  made_by: ["Nour", "Hany"],
  can_edit: false,
  can_decide: true,
  why_not: "",
  recent: [],
};
const one = "GET /console/coupons/cpn_1";
const decide = "POST /console/coupons/cpn_1/decide";

afterEach(() => vi.unstubAllGlobals());

function open(changes: Record<string, Answer | ((call: Call) => Answer)> = {}) {
  const calls = mockApi({ [one]: coupon, ...changes });
  renderShop(<Component />, { at: "/coupons/cpn_1", console: true, params: { id: "cpn_1" } });
  return () => calls.filter(({ method }) => method === "POST");
}

test("the second person sees what it gives and who made it, and lets it as they saw it", async () => {
  const sent = open({
    [decide]: { ...coupon, active: true, state: "live", waits_since: null, made_by: [] },
  });
  expect(await screen.findByText(/There's no limit on what this coupon can give/)).toBeTruthy();
  expect(screen.getByText("Nour, Hany")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull(); // not theirs to change
  fireEvent.click(screen.getByRole("button", { name: "Approve and turn on" }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ version: 3, approve: true }));
  await waitFor(() =>
    expect(screen.queryByText("Waiting for a second person's approval")).toBeNull(),
  );
});

test("or keeps it off; a refusal is said, and the coupon read again", async () => {
  let asked = 0;
  const sent = open({
    [one]: () => {
      asked++;
      return coupon;
    },
    [decide]: refused(409, { code: "moved_on", message: "It was changed meanwhile." }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Decline" }));
  expect(await screen.findByText("It was changed meanwhile.")).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ version: 3, approve: false });
  await waitFor(() => expect(asked).toBeGreaterThan(1));
});

test("who had a part in it is told who can", async () => {
  open({ [one]: { ...coupon, can_decide: false, at_most: 900 } });
  expect(await screen.findByText(/up to EGP 900 in total/)).toBeTruthy();
  expect(screen.getByText(/who didn.t work on it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve and turn on" })).toBeNull();
});
