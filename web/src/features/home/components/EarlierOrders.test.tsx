import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, onePage, renderShop } from "../../../testing/shop";
import EarlierOrders from "./EarlierOrders";

afterEach(() => vi.unstubAllGlobals());

const image = (name: string) => ({
  src: `/media/${name}.webp`,
  srcset: "",
  width: 256,
  height: 256,
});
const order = (changes: object = {}) => ({
  id: "ord_1",
  number: "W-1",
  store: { id: "sto_1", slug: "souq", name: "Souq" },
  first_items: ["Eggs", "Sugar", "Rice"],
  first_images: [image("eggs"), image("sugar"), image("rice")],
  more_items: 2,
  total: 120,
  currency: "EGP",
  ...changes,
});

function open(orders: readonly object[]) {
  const calls = mockApi({ "GET /orders": onePage(orders) });
  const known = vi.fn();
  const { container } = renderShop(
    <EarlierOrders
      service="svc_grocery"
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
  expect(known).toHaveBeenLastCalledWith(true);
});

test("only what was delivered of this service is asked for", async () => {
  const { calls } = open([order()]);
  await screen.findByRole("button", { name: /W-1/ });
  expect(calls.map(({ path }) => path)).toEqual([
    "/orders?service_id=svc_grocery&status=delivered&page=1",
  ]);
});

test("one thing is one large picture", async () => {
  const { pictures } = open([order({ first_images: [image("eggs")], more_items: 0 })]);
  await screen.findByRole("button", { name: /W-1/ });
  expect(pictures()).toEqual(["/media/eggs.webp"]);
});

test("who has never ordered sees what others buy", async () => {
  const { known } = open([]);
  expect(await screen.findByText("What others buy")).toBeTruthy();
  await waitFor(() => expect(known).toHaveBeenLastCalledWith(false));
});
