import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../testing/framed";
import { aQuotationCard } from "../../../testing/quotations";
import { mockApi, refused, renderShop } from "../../../testing/shop";
import type { QueueColumn } from "./api";
import page from "./queue";

const { Component } = page;
const at = { at: "/quotations", console: true };
const columns: QueueColumn[] = [
  {
    state: "requested",
    label: "To be priced",
    quotations: [
      {
        ...aQuotationCard({ state: "requested", state_label: "Asked for", total: null }),
        customer: "Mona",
        company_name: "Nile Office",
      },
    ],
  },
  { state: "priced", label: "Priced", quotations: [] },
];
const me = { "GET /console/me": { branches: [{ id: "brn_1", name: "Maadi", slug: "maadi" }] } };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers: { ...me, "GET /console/quotations": columns },
  asks: "GET /console/quotations",
  loading: "Loading quotations",
  failed: "We couldn't load the quotations.",
  found: "Nile Office",
});

test("by state, without the states that have none", async () => {
  mockApi({ ...me, "GET /console/quotations": columns });
  renderShop(<Component />, at);
  const part = await screen.findByRole("region", { name: "To be priced (1)" });
  const link = within(part).getByRole("link", { name: "Nile Office" });
  expect(link.getAttribute("href")).toBe("/quotations/quo_1");
  expect(screen.queryByRole("region", { name: /^Priced/ })).toBeNull();
});

test("nobody has asked", async () => {
  mockApi({ ...me, "GET /console/quotations": columns.slice(1) });
  renderShop(<Component />, at);
  expect(await screen.findByText("No quotation requests")).toBeTruthy();
});

test("for whoever has no say in quotations it is no failure to try again", async () => {
  mockApi({ ...me, "GET /console/quotations": refused(400, { message: "Ask your manager." }) });
  renderShop(<Component />, at);
  expect(
    await screen.findByRole("heading", {
      name: "You don't have access to quotations. Ask your manager.",
    }),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
