import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../../testing/framed";
import { aQuotationCard } from "../../../../testing/quotations";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { QueueItem } from "./api";
import page from "./queue";

const { Component } = page;
const at = { at: "/quotations", console: true };
const asked: QueueItem = {
  ...aQuotationCard({ state: "requested", state_label: "Asked for", total: null }),
  customer: "Mona",
  company_name: "Nile Office",
  waits: false,
};
const answer = (data: QueueItem[], waiting = data.length, next = "") => ({
  data,
  meta: { next },
  states: [
    { state: "requested", label: "To be priced", count: waiting },
    { state: "priced", label: "Priced", count: 3 },
  ],
});
const me = { "GET /console/me": { branches: [{ id: "brn_1", name: "Maadi", slug: "maadi" }] } };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers: { ...me, "GET /console/quotations": answer([asked]) },
  asks: "GET /console/quotations",
  loading: "Loading",
  failed: "We couldn't load this",
  found: "Nile Office",
});

test("each leads to itself, the tabs to one state, with how many there are", async () => {
  mockApi({ ...me, "GET /console/quotations": answer([asked]) });
  renderShop(<Component />, at);
  const link = await screen.findByRole("link", { name: "Nile Office" });
  expect(link.getAttribute("href")).toBe("/quotations/quo_1");
  const priced = screen.getByRole("link", { name: /^Priced/ });
  expect(priced.getAttribute("href")).toBe("/quotations?state=priced");
  expect(priced.textContent).toContain("3");
});

test("a long queue goes on where it ended, in the state and branch of the address", async () => {
  const calls = mockApi({
    ...me,
    "GET /console/quotations": ({ path }) =>
      path.includes("after=")
        ? answer([{ ...asked, id: "quo_2", company_name: "Delta Office" }])
        : answer([asked], 41, "there"),
  });
  renderShop(<Component />, { ...at, at: "/quotations?state=priced&branch_id=brn_1" });
  await screen.findByRole("link", { name: "Nile Office" });
  fireEvent.click(screen.getByRole("link", { name: "Show more" }));
  await screen.findByRole("link", { name: "Delta Office" });
  const asks = calls.map(({ path }) => path).filter((path) => path.startsWith("/console/quo"));
  for (const part of ["state=priced", "branch_id=brn_1"]) expect(asks[0]).toContain(part);
  expect(asks[1]).toContain("after=there");
});

test("nobody has asked", async () => {
  mockApi({ ...me, "GET /console/quotations": answer([]) });
  renderShop(<Component />, at);
  expect(await screen.findByText("No quotation requests")).toBeTruthy();
});

test("for whoever has no say in quotations it is no failure to try again", async () => {
  mockApi({ ...me, "GET /console/quotations": refused(403, { message: "Ask your manager." }) });
  renderShop(<Component />, at);
  expect(
    await screen.findByRole("heading", {
      name: "Your role doesn't include this page",
    }),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an offer that waits for a second person is marked", async () => {
  mockApi({ ...me, "GET /console/quotations": answer([{ ...asked, waits: true }]) });
  renderShop(<Component />, at);
  expect(await screen.findByText("Waiting for a second person's approval")).toBeTruthy();
});
