import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../testing/cart";
import { product } from "../../../testing/product";
import { mockApi, renderShop } from "../../../testing/shop";
import page from "./home";

afterEach(() => vi.unstubAllGlobals());

const image = { src: "", srcset: "", width: 256, height: 256 };
const service = (id: string) => ({
  id,
  slug: id,
  name: id,
  tagline: "",
  image,
  tint: id,
  promise: "minutes",
  promise_days: 0,
});
const goods = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    ...product,
    id: `prd_${place}`,
    name: `Dish ${place}`,
    branch: { ...product.branch, delivers: true },
  }));
const block = (id: string, count: number, more = "/search-results") => ({
  id,
  slug: id,
  lang: "en",
  title: id,
  products: goods(count),
  more,
});
const category = (id: string) => ({
  id,
  slug: id,
  name: id,
  image,
  service_id: "food",
  parent_id: null,
  products: 1,
  children: [],
  delivers: true,
});

function home(changes: object) {
  mockApi({
    "GET /home": {
      services: [service("food"), service("grocery")],
      service: service("food"),
      banners: [],
      categories: [],
      branches: [],
      others: [],
      blocks: [],
      ...changes,
    },
  });
  return renderShop(<page.Component />, { at: "/home", scope: { session: "" } });
}

const part = async (name: string) =>
  within(
    (await screen.findByRole("heading", { level: 2, name })).closest("section") as HTMLElement,
  );

test("where little is delivered, what there is stands in full and others follow", async () => {
  const open = aBranch({ name: "Koshary – Maadi", is_closed: false, delivers: true });
  home({
    branches: [open],
    others: [aBranch({ id: "2", name: "Souq – Maadi", is_closed: false, delivers: true })],
    blocks: [block("Popular", 4, "/search-results?sort=popular")],
  });
  // One row alone is shown with its pictures, and once.
  const row = await part("Popular");
  expect(row.getAllByRole("article")).toHaveLength(4);
  expect(screen.getAllByText("Dish 0")).toHaveLength(1);
  // All of it is sold by the branch above.
  expect(row.queryByText(product.store.name)).toBeNull();
  expect((await part("Also delivering to you")).getByText(/Souq/)).toBeTruthy();
});

test("a product of several says whose it is", async () => {
  home({
    branches: [aBranch({ is_closed: false }), aBranch({ id: "2", is_closed: false })],
    blocks: [block("Offers", 4), block("Popular", 4, "/search-results?sort=popular")],
  });
  expect((await part("Offers")).getAllByText(product.store.name)).toHaveLength(4);
});

test.each([
  [1, "w-full"],
  [2, "w-full"],
  [3, ""],
])("%i of them scroll only where there are more than two", async (count, look) => {
  home({
    branches: Array.from({ length: count }, (_, place) => aBranch({ id: `${place}` })),
  });
  const tile = await screen.findAllByRole("article");
  const list = tile[0]?.closest("ul");
  expect(list?.className.includes("flex-col")).toBe(look !== "");
});

test.each([
  [4, ""],
  [5, "col-span-2"],
  [6, ""],
  [7, "col-span-3"],
  [8, "col-span-2"],
])("of %i categories the last leaves no gap in its line", async (count, span) => {
  home({ categories: Array.from({ length: count }, (_, place) => category(`c${place}`)) });
  const tiles = within((await part("Shop by category")).getByRole("list")).getAllByRole("listitem");
  expect(tiles.at(-1)?.className.replace("max-sm:", "") ?? "").toBe(span);
  expect(tiles.slice(0, -1).every((one) => one.className === "")).toBe(true);
});
