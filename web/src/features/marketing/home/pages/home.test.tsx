import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../../testing/cart";
import { product } from "../../../../testing/product";
import { mockApi, renderShop } from "../../../../testing/shop";
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
  // A single row is shown with its pictures, and once.
  const row = await part("Popular");
  expect(row.getAllByRole("article")).toHaveLength(4);
  expect(screen.getAllByText("Dish 0")).toHaveLength(1);
  // The branch above sells all of it.
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

test("every other row below the first screen is of full columns of lines, where there are enough", async () => {
  home({
    branches: [aBranch({ is_closed: false }), aBranch({ id: "2", is_closed: false })],
    blocks: [
      block("Offers", 4),
      block("Popular", 4, "/search-results?sort=popular"),
      block("Dinner", 8),
      block("Sweet", 8),
      block("Cold", 8),
      block("Few", 5),
    ],
  });
  const rows = await Promise.all(["Dinner", "Sweet", "Cold", "Few"].map(part));
  const cards = rows.map((row) => row.queryAllByRole("article").length);
  expect(cards).toEqual([8, 0, 8, 5]);
  const lines = (await part("Sweet")).getAllByRole("link", { name: /^Dish/ });
  expect(lines.map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 6 }, (_, place) => `Dish ${place}`),
  );
  expect((await part("Sweet")).getAllByText(product.store.name, { exact: false })).toHaveLength(6);
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
