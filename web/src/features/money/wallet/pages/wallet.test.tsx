import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Wallet, WalletEntry } from "../../../../api/types";
import { testFrame } from "../../../../testing/framed";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./wallet";

const { Component } = page;
const wallet: Wallet = {
  balance: 120,
  currency: "EGP",
  top_up: { available: true, least: 20, most: 5000 },
};
const entry: WalletEntry = {
  id: "wle_1",
  type: "refund",
  label: "Money back for an order",
  note: "",
  amount: 45,
  currency: "EGP",
  date: "2026-11-19T10:00:00Z",
  order_id: "ord_1",
  order: {
    id: "ord_1",
    number: "W-7F3K-29QD",
    store: { id: "sto_1", slug: "bakala", name: "Bakala" },
    store_image: { src: "", srcset: "", width: 256, height: 256 },
    first_images: [{ src: "/media/milk.webp", srcset: "", width: 256, height: 256 }],
    tint: "grocery",
  },
  outside: false,
  status: "done",
  status_label: "Done",
};
const answers = { "GET /wallet": wallet, "GET /wallet/history": [entry] };

afterEach(() => {
  vi.unstubAllGlobals();
  location.hash = "";
});

testFrame({
  Component,
  at: "/account/wallet",
  answers,
  asks: "GET /wallet/history",
  loading: "Loading your wallet",
  failed: "We couldn't load your wallet",
  found: "Money back for an order",
});

async function open(changes: Record<string, Answer> = {}) {
  const calls = mockApi({ ...answers, ...changes });
  renderShop(<Component />, { at: "/account/wallet" });
  await screen.findByTestId("balance");
  return { sent: () => calls.filter(({ method }) => method === "POST") };
}
const begin = async () => {
  fireEvent.click(screen.getByRole("button", { name: "Top up by card" }));
  return await screen.findByLabelText("Amount");
};
const write = (amount: string) =>
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: amount } });
const pay = () => fireEvent.click(screen.getByRole("button", { name: "Continue to payment" }));

test("what it holds and what came in, each leading to its order", async () => {
  await open();
  expect(screen.getByTestId("balance").textContent).toMatch(/^EGP.120$/);
  const row = screen.getByRole("listitem");
  expect(row.textContent).toMatch(/\+EGP.45/);
  expect(screen.getByRole("link", { name: /View order$/ }).getAttribute("href")).toContain("ord_1");
});

test("nothing happened yet", async () => {
  await open({ "GET /wallet/history": [] });
  expect(screen.getByText("No transactions yet")).toBeTruthy();
});

test("no form where nothing can be topped up", async () => {
  await open({ "GET /wallet": { ...wallet, top_up: { ...wallet.top_up, available: false } } });
  expect(screen.queryByRole("button", { name: "Top up by card" })).toBeNull();
});

test("the form comes when it is asked for, at its amount", async () => {
  await open();
  expect(screen.queryByLabelText("Amount")).toBeNull();
  const amount = await begin();
  await waitFor(() => expect(document.activeElement).toBe(amount));
  expect(screen.queryByRole("button", { name: "Top up by card" })).toBeNull();
});

test("a usual amount opens the form with it; what may not be topped up is not offered", async () => {
  await open({ "GET /wallet": { ...wallet, top_up: { available: true, least: 60, most: 300 } } });
  const offered = () =>
    screen.getAllByRole("button").map(({ textContent }) => textContent?.replace(/\D/g, ""));
  expect(offered().filter(Boolean)).toEqual(["100", "200"]);
  fireEvent.click(screen.getByRole("button", { name: /200$/ }));
  expect(((await screen.findByLabelText("Amount")) as HTMLInputElement).value).toBe("200");
});

test("an amount out of bounds is not sent", async () => {
  const { sent } = await open();
  await begin();
  write("19");
  pay();
  expect(screen.getByText(/Enter an amount between EGP.20 and EGP.5,000/)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("a top-up leads to where the card is asked for", async () => {
  const { sent } = await open({ "POST /wallet/top-up": { redirect_url: "#gateway" } });
  await begin();
  fireEvent.click(screen.getByRole("button", { name: /^EGP.200$/ }));
  pay();
  await waitFor(() => expect(location.hash).toBe("#gateway"));
  expect(sent()[0]?.body).toEqual({ amount: 200 });
  expect(sent()[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
});

test("a refused top-up is said, and the next try has another key", async () => {
  const { sent } = await open({
    "POST /wallet/top-up": refused(400, { message: "The gateway is closed." }),
  });
  await begin();
  write("50");
  pay();
  expect(await screen.findByText("The gateway is closed.")).toBeTruthy();
  pay();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent().map(({ headers }) => headers["Idempotency-Key"]);
  expect(first).not.toBe(second);
  expect(await screen.findByText("The gateway is closed.")).toBeTruthy();
});
