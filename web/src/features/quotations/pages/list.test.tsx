import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../testing/framed";
import { aQuotationCard } from "../../../testing/quotations";
import { mockApi, renderShop } from "../../../testing/shop";
import page from "./list";

const { Component } = page;

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at: "/account/my-quotations",
  answers: { "GET /quotations": [aQuotationCard()] },
  asks: "GET /quotations",
  loading: "Loading your quotations",
  failed: "We couldn't load your quotations",
  found: "Offer made",
});

test("each leads to itself", async () => {
  mockApi({ "GET /quotations": [aQuotationCard()] });
  renderShop(<Component />, { at: "/account/my-quotations" });
  await screen.findByText("Offer made");
  const to = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(to).toContain("/quotations/quo_1");
});

test("nobody was asked yet", async () => {
  mockApi({ "GET /quotations": [] });
  renderShop(<Component />, { at: "/account/my-quotations" });
  expect(await screen.findByText("No quotations yet")).toBeTruthy();
});
