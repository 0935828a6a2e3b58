import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Referral, ReferralFriend } from "../../../../api/types";
import { testFrame } from "../../../../testing/framed";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./program";

const { Component } = page;
const at = "/account/referral";
const mine: Referral = {
  enabled: true,
  code: "MONA25",
  link: "https://shop.example/r/MONA25",
  currency: "EGP",
  earned: 75,
  expected: 50,
  invited: null,
  counts: { joined: 0, waiting: 1, held: 0, paid: 1, refused: 0, total: 2 },
  terms: {
    currency: "EGP",
    referrer: 50,
    friend: 25,
    rate: 0,
    commission_days: 0,
    window_days: 14,
    monthly_rewards: 10,
  },
};
const friend: ReferralFriend = {
  id: "ref_1",
  name: "Salma",
  state: "paid",
  state_label: "Paid out",
  currency: "EGP",
  date: "2026-11-10T10:00:00Z",
  due_at: null,
  reward: 50,
  rate: 0,
  earned: 50,
  purchase_amount: 300,
  purchases: [],
};
const answers = { "GET /referral": mine, "GET /referral/history": [friend] };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at,
  answers,
  asks: "GET /referral",
  loading: "Loading your invites",
  failed: "We couldn't load your invites",
  found: "Salma",
});

async function open(changes: Record<string, Answer> = {}) {
  mockApi({ ...answers, ...changes });
  renderShop(<Component />, { at });
}

test("the code to pass on, and what it brought", async () => {
  await open();
  expect(await screen.findByText("MONA25")).toBeTruthy();
  const sums = screen.getAllByRole("definition").map((one) => one.textContent);
  expect(sums.some((sum) => /^EGP.75$/.test(sum ?? ""))).toBe(true);
  expect(await screen.findByText("Salma")).toBeTruthy();
});

test("the headline is short: who gets how much", async () => {
  await open();
  const headline = await screen.findByRole("heading", { name: /^Give EGP.25, get EGP.50$/ });
  expect(headline.parentElement?.textContent).toContain("14 days after");
});

test.each([
  [{ friend: 0 }, /^Get EGP.50 for every friend$/],
  [{ referrer: 0 }, /^Give a friend EGP.25$/],
])("it promises nothing to whom it gives nothing: %j", async (terms, name) => {
  await open({ "GET /referral": { ...mine, terms: { ...mine.terms, ...terms } } });
  expect(await screen.findByRole("heading", { name })).toBeTruthy();
});

test("nobody has joined yet", async () => {
  await open({ "GET /referral/history": [] });
  expect(await screen.findByText("No one has joined yet")).toBeTruthy();
});

test("friends that do not come are tried again by themselves: the code stays", async () => {
  await open({ "GET /referral/history": refused(500) });
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByText("MONA25")).toBeTruthy();
});

test("a program that is over has no code to pass on", async () => {
  await open({ "GET /referral": { ...mine, enabled: false } });
  await screen.findByText("Salma");
  expect(screen.queryByText("MONA25")).toBeNull();
});

test("the link is copied, and where that is not allowed it is said", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await open();
  await screen.findByText("MONA25");
  const copy = screen.getByRole("button", { name: /Copy/ });
  const said = () => screen.getAllByRole("status").map((one) => one.textContent);
  fireEvent.click(copy);
  await waitFor(() => expect(said()).toContain("Link copied."));
  expect(writeText).toHaveBeenCalledWith(mine.link);
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  fireEvent.click(copy);
  await waitFor(() => expect(said()).not.toContain("Link copied."));
});
