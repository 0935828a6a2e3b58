import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ShopNotice } from "../../../../api/types";
import { testFrame } from "../../../../testing/framed";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./list";

const { Component } = page;
const at = "/account/notifications";
const news = (id: string, text: string): ShopNotice => ({
  id,
  text,
  kind: "order",
  link: "",
  read: false,
  at: "2026-11-20T09:00:00Z",
  earlier: [],
});
const two = [news("ntc_1", "Your order is on its way"), news("ntc_2", "Your order is accepted")];

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at,
  answers: { "GET /notifications": two },
  asks: "GET /notifications",
  loading: "Loading your notifications",
  failed: "We couldn't load your notifications",
  found: /Your order is on its way$/,
});

async function open(changes: Record<string, Answer> = {}) {
  const calls = mockApi({ "GET /notifications": two, ...changes });
  renderShop(<Component />, { at });
  return { sent: () => calls.filter(({ method }) => method === "POST") };
}

test("nothing new yet", async () => {
  await open({ "GET /notifications": [] });
  expect(await screen.findByText("No notifications yet")).toBeTruthy();
});

test("opening what it is about reads it, without a button in every row", async () => {
  const order = { ...news("ntc_1", "Your order is on its way"), link: "/account/my-orders/ord_1" };
  const { sent } = await open({
    "GET /notifications": [order],
    "POST /notifications/ntc_1/read": { unread: 0 },
  });
  const link = await screen.findByRole("link", { name: "Your order is on its way" });
  expect(screen.getByText("Unread:")).toBeTruthy();
  expect(screen.getAllByRole("button").map((one) => one.textContent)).not.toContain("Mark as read");
  fireEvent.click(link);
  await waitFor(() =>
    expect(sent().map(({ path }) => path)).toEqual(["/notifications/ntc_1/read"]),
  );
  expect(screen.queryByText("Unread:")).toBeNull();
});

test("what was told before of the same order is under its line, and read with it", async () => {
  const order = {
    ...news("ntc_3", "Your order was delivered"),
    link: "/account/my-orders/ord_1",
    earlier: [
      { ...news("ntc_2", "You earned 5 points"), link: "/account/loyalty-points" },
      { ...news("ntc_1", "Your order is being prepared"), link: "/account/my-orders/ord_1" },
    ],
  };
  const { sent } = await open({
    "GET /notifications": [order],
    "POST /notifications/ntc_3/read": { unread: 0 },
  });
  const link = await screen.findByRole("link", { name: "Your order was delivered" });
  expect(screen.getAllByText("Unread:")).toHaveLength(1);
  const trail = within(screen.getByRole("group"));
  expect(trail.getByText("2 earlier updates")).toBeTruthy();
  expect(trail.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    expect.stringContaining("You earned 5 points"),
    expect.stringContaining("Your order is being prepared"),
  ]);
  expect(trail.getByRole("link").getAttribute("href")).toBe("/account/loyalty-points");
  fireEvent.click(link);
  await waitFor(() =>
    expect(sent().map(({ path }) => path)).toEqual(["/notifications/ntc_3/read"]),
  );
  expect(screen.queryByText("Unread:")).toBeNull();
});

test("news that leads nowhere is read by pressing it", async () => {
  const { sent } = await open({ "POST /notifications/ntc_1/read": { unread: 1 } });
  fireEvent.click(await screen.findByRole("button", { name: "Your order is on its way" }));
  await waitFor(() => expect(screen.getAllByText("Unread:")).toHaveLength(1));
  expect(sent()).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Your order is on its way" })).toBeNull();
});

test("all are read at once, before the server answered", async () => {
  const { sent } = await open({ "POST /notifications/read": { unread: 0 } });
  fireEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull(),
  );
  expect(sent()).toHaveLength(1);
});

test("a refusal is said, and what is unread is so again", async () => {
  await open({ "POST /notifications/read": refused(400, { message: "Not now." }) });
  fireEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Mark all as read" })).toBeTruthy();
});
