import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import EarlierOrders from "./EarlierOrders";

afterEach(() => vi.unstubAllGlobals());

const image = (name: string) => ({
  src: `/media/${name}.webp`,
  srcset: "",
  width: 256,
  height: 256,
});
const of = (qty: number, unit_grams = 0) => ({ qty, unit_grams });
const order = (changes: object = {}) => ({
  id: "ord_1",
  number: "W-1",
  store: { id: "sto_1", slug: "souq", name: "Souq" },
  first_items: ["Eggs", "Sugar", "Rice"],
  first_amounts: [of(1), of(2), of(6, 250)],
  first_images: [image("eggs"), image("sugar"), image("rice")],
  more_items: 2,
  total: 120,
  currency: "EGP",
  fulfilment: "delivery",
  again: { is_closed: false, opens_at: null, closed_reason: null, delivers: true },
  ...changes,
});

function open(orders: readonly object[], service = "svc_grocery") {
  const calls = mockApi({ "GET /orders": onePage(orders) });
  const known = vi.fn();
  const { container } = renderShop(
    <EarlierOrders
      service={service}
      tint="grocery"
      fallback={<p>What others buy</p>}
      onKnown={known}
      list={{ current: null }}
    />,
  );
  const pictures = () =>
    [...container.querySelectorAll("img")].map((one) => one.getAttribute("src"));
  return { calls, known, pictures };
}

test("while they load there is a skeleton, then the goods of each order and how many more", async () => {
  const { known, pictures } = open([order()]);
  expect(screen.getByText("Loading your orders")).toBeTruthy();
  expect(screen.queryByText("What others buy")).toBeNull();
  await screen.findByRole("button", { name: /W-1/ });
  expect(pictures()).toEqual(["/media/eggs.webp", "/media/sugar.webp", "/media/rice.webp"]);
  expect(screen.getByText("+2")).toBeTruthy();
  expect(known).toHaveBeenLastCalledWith(1);
});

test("only what was delivered of this service is asked for", async () => {
  const { calls } = open([order()]);
  await screen.findByRole("button", { name: /W-1/ });
  expect(calls.map(({ path }) => path)).toEqual([
    "/orders?service_id=svc_grocery&status=delivered&page=1",
  ]);
});

test("where no service was asked for, what was delivered of all is", async () => {
  const { calls } = open([order()], "");
  await screen.findByRole("button", { name: /W-1/ });
  expect(calls.map(({ path }) => path)).toEqual(["/orders?status=delivered&page=1"]);
});

test("orders of the service that the page shows stand first", async () => {
  open(
    [order({ number: "W-1", tint: "food" }), order({ id: "2", number: "W-2", tint: "grocery" })],
    "",
  );
  const shown = await screen.findAllByRole("button");
  expect(shown.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Order again: W-2",
    "Order again: W-1",
  ]);
});

test("how much of each is said, but for one piece", async () => {
  open([order()]);
  const card = await screen.findByRole("button", { name: /W-1/ });
  expect(card.textContent).toContain("Eggs, 2 × Sugar, 1.5\u00a0kg × Rice");
});

test("one thing is one large picture", async () => {
  const { pictures } = open([order({ first_images: [image("eggs")], more_items: 0 })]);
  await screen.findByRole("button", { name: /W-1/ });
  expect(pictures()).toEqual(["/media/eggs.webp"]);
});

test("who has never ordered sees what others buy", async () => {
  const { known } = open([]);
  expect(await screen.findByText("What others buy")).toBeTruthy();
  await waitFor(() => expect(known).toHaveBeenLastCalledWith(0));
});

const at = (changes: object) => ({
  again: { is_closed: false, opens_at: null, closed_reason: null, delivers: true, ...changes },
});

test("what can be had now stands first, then when it opens; what cannot be had is not there", async () => {
  open([
    order({ number: "W-1", ...at({ delivers: false }) }),
    order({ id: "2", number: "W-2", ...at({ is_closed: true, opens_at: "2026-11-27T09:00:00Z" }) }),
    order({ id: "3", number: "W-3", ...at({ is_closed: true }) }),
    order({ id: "4", number: "W-4", again: null }),
    order({ id: "5", number: "W-5", ...at({ delivers: false }), fulfilment: "pickup" }),
    order({ id: "6", number: "W-6" }),
  ]);
  const shown = await screen.findAllByRole("button");
  expect(shown.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Order again: W-5",
    "Order again: W-6",
    "Order again: W-2",
  ]);
  expect(shown.map((one) => /Opens .*11:00/.test(one.textContent ?? ""))).toEqual([
    false,
    false,
    true,
  ]);
});

test("whose orders can none be had here sees what others buy", async () => {
  const { known } = open([order(at({ delivers: false }))]);
  expect(await screen.findByText("What others buy")).toBeTruthy();
  await waitFor(() => expect(known).toHaveBeenLastCalledWith(0));
});
