import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FavouriteProduct } from "../../../../shop/favourites/api";
import { product } from "../../../../testing/product";
import { type Answer, mockApi, renderShop } from "../../../../testing/shop";
import page from "./list";

const { Component } = page;
const at = "/account/my-favourites";
/** A product that is no longer sold stays in the list, by its name. */
const gone: FavouriteProduct = {
  id: "prd_1",
  name: "Old tea",
  marked_at: "2026-11-01T10:00:00Z",
  back_in_stock: true,
  price_drop: true,
  price_was: 40,
  product: null,
};
const answers = {
  "GET /favourites": { products: ["prd_1"], branches: [] },
  "GET /favourites/branches": [],
};

afterEach(() => vi.unstubAllGlobals());

function open(changes: Record<string, Answer> = {}, address = at) {
  const calls = mockApi({ ...answers, ...changes });
  renderShop(<Component />, { at: address });
  return { sent: () => calls.filter(({ method }) => method !== "GET") };
}
const pages = (items: object[]) => ({ "GET /favourites/products": items });

test("says that it loads, and shows nothing in its place", async () => {
  open(pages([]));
  expect(screen.getByText("Loading your favourites")).toBeTruthy();
  expect(await screen.findByText("No favourite products yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Browse products" })).toBeTruthy();
});

test("what failed is tried again", async () => {
  let broken = true;
  const answer = () => (broken ? new Error("no network") : []);
  mockApi({ ...answers, "GET /favourites/products": answer });
  renderShop(<Component />, { at });
  expect(
    await screen.findByRole("heading", { name: "We couldn't load your favourites" }),
  ).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No favourite products yet")).toBeTruthy();
});

const mango = (branch: object): FavouriteProduct => ({
  ...gone,
  id: product.id,
  name: product.name,
  product: { ...product, branch: { ...product.branch, delivers: true, ...branch } },
});

test("behind the bell stand the alerts, and where the offers they are sent as are turned on", async () => {
  open(pages([mango({})]));
  const bell = await screen.findByRole("button", { name: /^Alerts for/ });
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(bell);
  expect(bell.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  const link = screen.getByRole("link", { name: "Preferences" });
  expect(link.getAttribute("href")).toMatch(/\/account\/preferences$/);
});

test.each([
  ["open and here", {}, 1],
  ["closed, and says when it opens", { is_closed: true, opens_at: "2026-11-21T07:00:00Z" }, 1],
  ["closed, and says no time", { is_closed: true }, 0],
  ["not delivered here", { delivers: false }, 0],
])("only what can be had, now or later, can be added: %s", async (_, branch, buttons) => {
  open(pages([mango(branch)]));
  await screen.findByRole("link", { name: product.name });
  expect(screen.queryAllByRole("button", { name: /^Add/ })).toHaveLength(buttons);
});

test("branches have their own list", async () => {
  open({}, `${at}?tab=branches`);
  expect(await screen.findByText("No favourite branches yet")).toBeTruthy();
});

test("a product that is sold no more is named and can be let go", async () => {
  const { sent } = open({ ...pages([gone]), "DELETE /favourites": {} });
  expect(await screen.findByText("Old tea")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { pressed: true }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ method: "DELETE" });
  expect(sent()[0]?.path).toContain("id=prd_1");
});

test("guests are asked to sign in, and nothing is asked of the server", () => {
  const calls = mockApi({});
  renderShop(<Component />, { at, scope: { session: "" } });
  expect(screen.getByRole("heading", { name: "Sign in to see this page" })).toBeTruthy();
  expect(calls).toEqual([]);
});
