import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../../testing/cart";
import { product } from "../../../../testing/product";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import page from "./results";

const { Component } = page;
const near = aBranch({ name: "Souq, Maadi" });
const far = aBranch({ id: "brn_2", slug: "far", name: "Souq, Helwan", delivers: false });
const facets = { categories: [], stores: [], price: { min: 0, max: 0 }, in_stock: 0, offer: 0 };
const here = { ...product, name: "Tea", branch: { ...product.branch, delivers: true } };

afterEach(() => vi.unstubAllGlobals());

function search(items: object[], extra: object, narrowed = "") {
  const calls = mockApi({
    "GET /services": [],
    "GET /search": ({ path }: { path: string }) => ({
      ...(onePage(
        path.includes("sort=popular") ? [here, { ...here, id: "prd_9", name: "Sugar" }] : items,
      ) as object),
      facets,
      corrected: null,
      branches: [],
      area: null,
      ...extra,
    }),
  });
  renderShop(<Component />, { at: `/search-results?q=souq${narrowed}` });
  return calls;
}

test("branches that do not deliver here are folded behind the goods, and say so once", async () => {
  search([here], { branches: [near, far] });
  const title = await screen.findByRole("heading", {
    name: "Branches that don't deliver to your area (1)",
  });
  const away = title.closest("details");
  if (!away) throw new Error("They are not folded");
  expect(away.open).toBe(false);
  expect(within(away).getByText("Souq, Helwan")).toBeTruthy();
  expect(within(away).queryByText("Souq, Maadi")).toBeNull();
  expect(screen.queryByText("No delivery to your area")).toBeNull();
  const goods = screen.getByRole("heading", { name: "Tea" });
  expect(goods.compareDocumentPosition(away) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("where nothing else is found they stand open", async () => {
  search([], { branches: [far] });
  const title = await screen.findByRole("heading", { name: /don't deliver to your area/ });
  expect(title.closest("details")?.open).toBe(true);
});

test("the chip of a price says in which money", async () => {
  search([here], {}, "&price_min=20&price_max=60");
  expect(await screen.findByRole("link", { name: /EGP\s20 – EGP\s60/ })).toBeTruthy();
});

test("words of another script are in quotation marks and keep their direction", async () => {
  search([here], { corrected: "كشري" });
  const words = await screen.findByText(/كشري/, { selector: "strong *, strong" });
  expect(words.textContent).toBe("\u2068كشري\u2069");
  expect(words.parentElement?.textContent).toBe("Results for “\u2068كشري\u2069” · 1 product");
  expect(
    screen.getByRole("heading", { level: 1, name: "Results for “\u2068كشري\u2069”" }),
  ).toBeTruthy();
});

test("little that can be had here goes on with what others buy of the same kind, save what is there", async () => {
  const { category } = here;
  const calls = search([here, { ...here, id: "prd_2", name: "Cups", branch: product.branch }], {
    facets: {
      ...facets,
      categories: [
        { ...category, count: 2, parent_id: "cat_above" },
        { id: "cat_above", slug: "above", name: "Above", count: 2, parent_id: null },
      ],
    },
  });
  const popular = await screen.findByRole("heading", { level: 2, name: "Popular now" });
  const section = within(popular.closest("section") as HTMLElement);
  expect(section.getByRole("heading", { name: "Sugar" })).toBeTruthy();
  expect(section.queryByRole("heading", { name: "Tea" })).toBeNull();
  // The top category of the results.
  const asked = calls.find(({ path }) => path.includes("sort=popular"))?.path;
  expect(asked).toContain("category_id=cat_above");
  expect(asked).not.toContain("service_id");
});

test("a search that fills a screen does not", async () => {
  search(
    Array.from({ length: 6 }, (_, place) => ({ ...here, id: `${place}`, name: `Tea ${place}` })),
    {},
  );
  expect(await screen.findByRole("heading", { name: "Tea 5" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Popular now" })).toBeNull();
});

test("its heading counts what is in sight, the fold the rest", async () => {
  search(
    [here, { ...here, id: "prd_2", name: "Cups", branch: { ...here.branch, delivers: false } }],
    {
      facets: { ...facets, delivered: 1 },
    },
  );
  expect(await screen.findByText("1 product")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "No delivery to your area (1)" })).toBeTruthy();
});

const wrap = { ...here, id: "prd_3", name: "Shish wrap" };

test("what is only near stands behind what was asked for, under words that say so", async () => {
  search([here, wrap], { near: ["prd_3"], facets: { ...facets, delivered: 2 } });
  const heading = await screen.findByRole("heading", { level: 2, name: "Similar products (1)" });
  const section = within(heading.closest("section") as HTMLElement);
  expect(section.getByRole("heading", { name: "Shish wrap" })).toBeTruthy();
  expect(section.queryByRole("heading", { name: "Tea" })).toBeNull();
  expect(screen.getByText("1 product")).toBeTruthy();
});

test("where all is only near, that is said in one line above the list", async () => {
  search([wrap], { near: ["prd_3"], only_near: true, corrected: "soup" });
  const line = await screen.findByRole("heading", {
    level: 2,
    name: /^No “.*souq.*” found\. These are similar\.$/,
  });
  const found = screen.getByRole("heading", { name: "Shish wrap" });
  expect(line.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByRole("heading", { name: /^Similar products/ })).toBeNull();
  expect(document.querySelector("p strong")).toBeNull();
  expect(screen.getByText("1 product")).toBeTruthy();
});

test("what is only near and not delivered here is no result", async () => {
  search([{ ...wrap, branch: { ...wrap.branch, delivers: false } }], {
    near: ["prd_3"],
    only_near: true,
    facets: { ...facets, delivered: 0 },
  });
  expect(await screen.findByRole("heading", { name: /^No results for/ })).toBeTruthy();
  expect(screen.queryByText("1 product")).toBeNull();
  expect(screen.queryByText(/found\. These are similar/)).toBeNull();
  expect(screen.queryByRole("heading", { name: "Shish wrap" })).toBeNull();
});

test("a page that holds only what is near, of an answer that holds more, is a list like any other", async () => {
  search([wrap], { near: ["prd_3"], only_near: false });
  expect(await screen.findByRole("heading", { name: "Shish wrap" })).toBeTruthy();
  expect(screen.queryByText(/found\. These are similar/)).toBeNull();
  expect(screen.queryByRole("heading", { name: /^Similar products/ })).toBeNull();
});

test("what is not delivered here leads on to branches that have it, then to what is similar", async () => {
  search([{ ...here, branch: { ...here.branch, delivers: false } }, wrap], {
    near: ["prd_3"],
    sellers: [{ ...far, distance_m: 4200, pickup_minutes: 20 }],
    facets: { ...facets, delivered: 1 },
  });
  expect(await screen.findByText(/isn't delivered to your area$/)).toBeTruthy();
  const names = screen
    .getAllByRole("heading", { level: 2 })
    .map((one) => one.textContent?.replaceAll(/[\u2068\u2069]/g, ""));
  expect(names.slice(0, 3)).toEqual([
    "Nearest branches that have it",
    "Similar products (1)",
    "No delivery to your area (1)",
  ]);
  expect(screen.getByText("4.2 km")).toBeTruthy();
  expect(screen.queryByText("We Don't Deliver To Your Location")).toBeNull();
});
