import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ConsoleRefund, Credit } from "../../../../api/types";
import type { Capability, Staff } from "../../../../backoffice/me";
import { type Answer, type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./finance";

const { Component } = page;
const refund: ConsoleRefund = {
  id: "rfd_1",
  order_id: "ord_1",
  order_number: "W-1",
  customer: "Mona",
  phone: "+201001234567",
  amount: 135,
  currency: "EGP",
  way: "bank",
  bank: "NBE 1234",
  reason: "",
  state: "waiting",
  can_pay: true,
  created_at: "2026-11-19T10:00:00Z",
};
const credit: Credit = {
  id: "crd_1",
  customer: "Salma",
  phone: "+201001234568",
  amount: 900,
  currency: "EGP",
  reason: "The rice was wet",
  asked_by: "Hany",
  decided_by: null,
  state: "waiting",
  can_decide: true,
  why_not: "",
  created_at: "2026-11-19T10:00:00Z",
};
const refunds = "GET /console/refunds";
const credits = "GET /console/wallet/credits";
const me = (...capabilities: Capability[]): Staff => ({
  id: "stf_1",
  name: "Hany",
  email: "hany@example.com",
  role: "finance",
  all_branches: true,
  must: "",
  branches: [],
  capabilities,
});

afterEach(() => vi.unstubAllGlobals());

function open(changes: Record<string, Answer | ((call: Call) => Answer)> = {}) {
  const calls = mockApi({
    "GET /console/me": me("credits.read", "refunds.pay"),
    [refunds]: [refund],
    [credits]: [credit],
    ...changes,
  });
  renderShop(<Component />, { at: "/finance", console: true });
  return { calls, sent: () => calls.filter(({ method }) => method === "POST") };
}
const part = async (name: RegExp) => {
  const heading = await screen.findByRole("heading", { name });
  const around = heading.closest("article");
  if (!around) throw new Error(`${name} stands alone`);
  return within(around);
};

test("a long list goes on behind its button", async () => {
  const part = (id: string, next: string) => ({ data: [{ ...refund, id }], meta: { next } });
  const { calls } = open({
    [refunds]: ({ path }) => (path.includes("after=b") ? part("rfd_2", "") : part("rfd_1", "b")),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  expect(screen.getAllByRole("heading", { name: /W-1/ })).toHaveLength(2);
  expect(calls.filter(({ path }) => path.startsWith("/console/refunds"))).toHaveLength(2);
});

test("both lists load, and say so when there is nothing in them", async () => {
  open({ [refunds]: [], [credits]: [] });
  expect(screen.getAllByText("Loading")).toHaveLength(1); // refunds wait for who is asking
  expect(await screen.findByText("No pending refunds.")).toBeTruthy();
  expect(await screen.findByText("No credits yet.")).toBeTruthy();
});

test("whoever may not pay refunds is shown none, and none are asked for", async () => {
  const { calls } = open({ "GET /console/me": me("credits.read") });
  expect(await screen.findByText("The rice was wet")).toBeTruthy();
  expect(screen.queryByText("Pending refunds")).toBeNull();
  expect(calls.filter(({ path }) => path.startsWith("/console/refunds"))).toEqual([]);
});

test("one that failed is tried again; the other stays", async () => {
  let broken = true;
  open({ [refunds]: () => (broken ? refused(500, { message: "Closed." }) : []) });
  expect(await screen.findByText("Closed.")).toBeTruthy();
  expect(await screen.findByText("The rice was wet")).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No pending refunds.")).toBeTruthy();
});

test("a transfer needs its reference, and a refusal is said beside it", async () => {
  const { sent } = open({
    "POST /console/refunds/rfd_1/paid": refused(400, { message: "This was paid already." }),
  });
  const row = await part(/W-1/);
  fireEvent.click(row.getByRole("button", { name: "Mark as paid" }));
  expect(row.getByText("This field is required")).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(row.getByLabelText("Transfer reference"), { target: { value: "T-9" } });
  fireEvent.click(row.getByRole("button", { name: "Mark as paid" }));
  expect(await row.findByText("This was paid already.")).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ reference: "T-9" });
});

test("a credit asked for by somebody else is approved", async () => {
  const { sent } = open({ "POST /console/wallet/credits/crd_1/decide": credit });
  const row = await part(/Salma/);
  fireEvent.click(row.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent()[0]?.body).toEqual({ approve: true }));
});

test.each([
  ["done", "approved by Salma W."],
  ["declined", "declined by Salma W."],
] as const)("a credit that is %s says how it was decided", async (state, words) => {
  open({ [credits]: [{ ...credit, state, decided_by: "Salma W.", can_decide: false }] });
  const said = await screen.findByText((text) => text.replace(/[\u2068\u2069]/g, "") === words);
  expect(said).toBeTruthy();
});
