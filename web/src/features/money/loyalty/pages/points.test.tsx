import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Loyalty, PointsEntry } from "../../../../api/types";
import { testFrame } from "../../../../testing/framed";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./points";

const { Component } = page;
const loyalty: Loyalty = {
  currency: "EGP",
  points: 800,
  value: 80,
  worth: 0.1,
  owed: 0,
  owed_value: 0,
  least_convert: 500,
  life_days: 365,
  expiring: [],
  rates: [{ service_id: "svc_grocery", name: "Groceries", points: 10 }],
};
const entry: PointsEntry = {
  id: "pte_1",
  type: "earned",
  label: "A delivered order",
  points: 800,
  date: "2026-11-19T10:00:00Z",
  expires_at: null,
  order_id: null,
  order: null,
};
const answers = { "GET /loyalty": loyalty, "GET /loyalty/history": [entry] };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at: "/account/loyalty",
  answers,
  asks: "GET /loyalty",
  loading: "Loading your points",
  failed: "We couldn't load your points",
  found: "A delivered order",
});

async function open(changes: Record<string, Answer> = {}) {
  const calls = mockApi({ ...answers, ...changes });
  renderShop(<Component />, { at: "/account/loyalty" });
  await screen.findByRole("heading", { name: "History" });
  return { sent: () => calls.filter(({ method }) => method === "POST") };
}
function turn(points: string) {
  fireEvent.change(screen.getByLabelText("Points to convert"), { target: { value: points } });
  fireEvent.click(screen.getByRole("button", { name: "Convert" }));
}

test.each([
  [800, 1],
  [0, 0],
])("of %s points, what was earned says when it expires %s times", async (points, times) => {
  await open({
    "GET /loyalty": { ...loyalty, points },
    "GET /loyalty/history": [{ ...entry, expires_at: "2027-11-19T10:00:00Z" }],
  });
  expect(screen.queryAllByText(/^Expires/)).toHaveLength(times);
});

test("how many there are and what they are worth", async () => {
  await open();
  expect(screen.getByText("800 points")).toBeTruthy();
  expect(screen.getByText(/^Worth EGP.80/)).toBeTruthy();
  expect(screen.getByText(/\+800$/)).toBeTruthy();
});

test("no points are worth nothing to speak of", async () => {
  await open({ "GET /loyalty": { ...loyalty, points: 0, value: 0, expiring: [] } });
  expect(screen.getByText("0 points")).toBeTruthy();
  expect(screen.queryByText(/^Worth/)).toBeNull();
});

test("a row of an order is the way to it", async () => {
  const other = { ...entry, id: "pte_2", label: "Points expired", points: -20 };
  await open({ "GET /loyalty/history": [{ ...entry, order_id: "ord_1" }, other] });
  const links = screen.getAllByRole("link");
  expect(links).toHaveLength(1);
  expect(links[0]?.textContent).toBe("A delivered order View order");
  expect(links[0]?.getAttribute("href")).toContain("ord_1");
});

test("how many are turned is for the customer to say, and says what it comes to", async () => {
  const { sent } = await open({
    "POST /loyalty/convert": { points: 800, amount: 0.8, currency: "EGP" },
  });
  fireEvent.change(screen.getByLabelText("Points to convert"), { target: { value: "600" } });
  expect(screen.getByText(/^Worth EGP.0.60$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "100" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "All" }));
  fireEvent.click(screen.getByRole("button", { name: "Convert" }));
  await screen.findByText(/added to your wallet/);
  expect(sent()[0]?.body).toEqual({ points: 800 });
});

test("an order's line names it, its store and what was bought", async () => {
  const image = (src: string) => ({ src, srcset: "", width: 256, height: 256 });
  await open({
    "GET /loyalty/history": [
      {
        ...entry,
        order_id: "ord_1",
        order: {
          id: "ord_1",
          number: "W-7F3K-29QD",
          store: { id: "sto_1", slug: "bakala", name: "Bakala" },
          store_image: image("/media/bakala.webp"),
          first_images: [image("/media/milk.webp")],
        },
      },
    ],
  });
  expect(screen.getByText("Bakala")).toBeTruthy();
  expect(screen.getByText("W-7F3K-29QD")).toBeTruthy();
  const pictures = [...document.querySelectorAll("li img")].map((one) => one.getAttribute("src"));
  expect(pictures).toEqual(["/media/bakala.webp", "/media/milk.webp"]);
});

test("nothing earned yet: no form, and the way to the shop", async () => {
  await open({
    "GET /loyalty": { ...loyalty, points: 0, value: 0 },
    "GET /loyalty/history": [],
  });
  expect(screen.getByText("No points yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Start shopping" })).toBeTruthy();
  expect(screen.queryByLabelText("Points to convert")).toBeNull();
});

test("fewer than can be turned, more than there are, or half a point are not sent", async () => {
  const { sent } = await open();
  for (const points of ["499", "801", "500.5"]) {
    turn(points);
    expect(screen.getByLabelText("Points to convert").getAttribute("aria-invalid")).toBe("true");
  }
  expect(sent()).toEqual([]);
});

test.each([
  ["", "This field is required"],
  ["abc", "Numbers only"],
  ["5", "Enter a number from 500 to 800."],
])("%j as points to convert is answered by %j", async (typed, words) => {
  const { sent } = await open();
  fireEvent.change(screen.getByLabelText("Points to convert"), { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: "Convert" }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("points become money in the wallet", async () => {
  const { sent } = await open({
    "POST /loyalty/convert": { points: 500, amount: 50, currency: "EGP" },
  });
  turn("500");
  expect(await screen.findByText(/EGP.50 added to your wallet\./)).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ points: 500 });
});

test("a refusal is said, and what was typed stays", async () => {
  await open({ "POST /loyalty/convert": refused(400, { message: "Balance Not Sufficient" }) });
  turn("600");
  expect(await screen.findByText("Balance Not Sufficient")).toBeTruthy();
  expect((screen.getByLabelText("Points to convert") as HTMLInputElement).value).toBe("600");
});

test("owed points are paid from the wallet, for what they come to", async () => {
  let owed = 430;
  const { sent } = await open({
    "GET /loyalty": () => ({ ...loyalty, owed, owed_value: owed / 10 }),
    "POST /loyalty/settle": () => {
      owed = 0;
      return { points: 430, amount: 43, currency: "EGP" };
    },
  });
  fireEvent.click(screen.getByRole("button", { name: /Pay EGP.43 from your wallet/ }));
  expect(await screen.findByText(/All settled/)).toBeTruthy();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ["/loyalty/settle", { points: 430 }],
  ]);
});
