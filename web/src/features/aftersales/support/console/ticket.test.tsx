import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { Desk } from "./api";
import page from "./ticket";

const desk = {
  id: "tkt_1",
  subject: "Where is my order?",
  state: "open",
  messages: [],
  customer: { name: "Mona", phone: "+201001234567", email: "", lang: "en" },
  order: { id: "ord_1", number: "W-1" },
} as unknown as Desk;
const me = { "GET /console/me": { capabilities: ["audit.read"] } };
const show = () =>
  renderShop(<page.Component />, {
    at: "/support/tkt_1",
    console: true,
    params: { id: "tkt_1" },
  });

afterEach(() => vi.unstubAllGlobals());

test("a conversation is closed beside its subject, above who it is with and its history", async () => {
  mockApi({
    ...me,
    "GET /console/tickets/tkt_1": desk,
    "POST /console/tickets/tkt_1/close": { ...desk, state: "closed" },
  });
  show();
  expect(await screen.findByRole("heading", { level: 1, name: desk.subject })).toBeTruthy();
  expect(screen.getByText("Mona")).toBeTruthy();
  expect(screen.getByRole("link", { name: "W-1" }).getAttribute("href")).toBe("/orders/ord_1");
  expect(await screen.findByRole("button", { name: "Show changes" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Close conversation" }));
  expect(await screen.findByRole("button", { name: "Reopen" })).toBeTruthy();
});

test("one that is not there says so", async () => {
  mockApi({ ...me, "GET /console/tickets/tkt_1": refused(404) });
  show();
  expect(await screen.findByText("We couldn't find this")).toBeTruthy();
});
