import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Branch } from "../../../../api/types";
import { aBranch } from "../../../../testing/cart";
import { product } from "../../../../testing/product";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import page from "./branch";

const { Component } = page;

afterEach(() => vi.unstubAllGlobals());

/** The page of a branch that sells one product. */
function show(changes: Partial<Branch>, query = "") {
  const branch = { ...aBranch(changes), ...rest, ...changes } as Branch;
  mockApi({
    [`GET /branches/${branch.slug}`]: branch,
    [`GET /branches/${branch.slug}/reviews`]: onePage([]),
    "GET /services": [],
    "GET /carts": [],
    "GET /favourites": { products: [], branches: [] },
    "GET /products": onePage([{ ...product, branch: { ...product.branch, ...changes } }]),
  });
  return renderShop(<Component />, {
    at: `/branches/${branch.slug}${query}`,
    params: { id: branch.slug },
  });
}
const rest = {
  exceptions: [],
  cover: { src: "", srcset: "", width: 0, height: 0 },
  categories: [{ id: "cat_1", slug: "water", name: "Water", products: 1, children: [] }],
  hours: [],
  zones: [],
  address: "",
  phone: "",
  closed_note: "",
};

const shelf = (id: string) => ({ id, slug: id, name: id, products: 4, children: [] });
const dairy = {
  ...rest.categories[0],
  name: "Dairy",
  children: [shelf("Milk"), { ...shelf("Cheese"), children: [shelf("White")] }],
};
const shelves = () =>
  screen
    .queryAllByRole("link")
    .filter((link) => link.className.includes("rounded-full border"))
    .map((link) => [link.textContent, link.getAttribute("aria-current")]);

test("a section of several categories leads to each of them", async () => {
  const { unmount } = show({ categories: [dairy] } as unknown as Partial<Branch>);
  const milk = await screen.findByRole("link", { name: "Milk" });
  expect(milk.getAttribute("href")).toMatch(/\?category_id=Milk$/);
  // Going back leads to the sections again.
  expect(milk.hasAttribute("data-replace")).toBe(false);
  expect(shelves()).toEqual([
    ["Milk", null],
    ["Cheese", null],
  ]);
  unmount();
  show({ categories: [{ ...dairy, children: [shelf("Milk")] }] } as unknown as Partial<Branch>);
  await screen.findByRole("link", { name: product.name });
  expect(shelves()).toEqual([]);
});

test("only above shelves, and below tabs, a phone has no title and no way to all of the first", async () => {
  const wide = async () =>
    (await screen.findAllByRole("link", { name: "See all" })).map((link) =>
      link.className.includes("max-sm:hidden"),
    );
  const { unmount } = show({ categories: [dairy, shelf("Frozen")] } as unknown as Partial<Branch>);
  expect(await wide()).toEqual([true, false]);
  unmount();
  const { unmount: leave } = show({
    categories: [shelf("Frozen"), dairy],
  } as unknown as Partial<Branch>);
  expect(await wide()).toEqual([false, false]);
  leave();
  show({ categories: [dairy] } as unknown as Partial<Branch>);
  const title = await screen.findByRole("heading", { level: 2, name: "Dairy" });
  expect(title.closest("section")?.className).not.toContain("sr-only");
});

test("one of its categories shows which, beside the others and all", async () => {
  show({ categories: [dairy, shelf("Frozen")] } as unknown as Partial<Branch>, "?category_id=Milk");
  await screen.findByRole("link", { name: "Cheese" });
  expect(shelves().slice(0, 3)).toEqual([
    ["All", null],
    ["Milk", "true"],
    ["Cheese", null],
  ]);
  expect(screen.getByRole("link", { name: "Dairy" }).getAttribute("aria-current")).toBe("true");
});

test("a category below one of them shows that one", async () => {
  show(
    { categories: [dairy, shelf("Frozen")] } as unknown as Partial<Branch>,
    "?category_id=White",
  );
  await screen.findByRole("link", { name: "Cheese" });
  expect(shelves().slice(0, 3)).toEqual([
    ["All", null],
    ["Milk", null],
    ["Cheese", "true"],
  ]);
});

test("that a branch takes no orders is said once, with the way to others", async () => {
  show({ is_closed: true, closed_reason: "switched", opens_at: null });
  const link = await screen.findByRole("link", { name: product.name });
  expect(link.closest("article")?.textContent).toContain(product.name);
  expect(link.closest("article")?.textContent).not.toContain("Not taking orders now");
  expect(screen.getAllByText("Not taking orders now")).not.toHaveLength(0);
  expect(screen.getByRole("link", { name: "See other branches" }).getAttribute("href")).toBe(
    "/branches-results?service_id=grocery",
  );
  expect(screen.queryByRole("button", { name: /^Add / })).toBeNull();
});

test("the head of an open branch says until when, once", async () => {
  const { unmount } = show({ closes_at: "2026-11-20T21:00:00Z" });
  const named = (await screen.findByRole("heading", { level: 1 })).parentElement;
  expect(named?.textContent).toMatch(/Open until 11:00.PM/);
  expect(screen.getAllByText(/^Open until/)).toHaveLength(1);
  unmount();
  show({ closes_at: null });
  const always = (await screen.findByRole("heading", { level: 1 })).parentElement;
  expect(always?.textContent).toContain("Open 24 hours");
});

test.each([
  ["switched", null],
  ["hours", "2026-11-26T07:00:00Z"],
])("a closed branch (%s) still says how long it takes and its minimum", async (reason, opens) => {
  show({
    is_closed: true,
    closed_reason: reason as "hours",
    opens_at: opens,
    delivery_minutes: 35,
    promise: "minutes",
    minimum_order: 50,
  });
  await screen.findByRole("heading", { level: 1 });
  const facts = document.querySelector(".facts.head");
  expect(facts?.textContent).toContain("35");
  expect(facts?.textContent).toContain("50");
});

test("a branch that opens later can be ordered from", async () => {
  show({ is_closed: true, closed_reason: "hours", opens_at: "2026-11-26T07:00:00Z" });
  await screen.findByRole("link", { name: product.name });
  expect(screen.queryByRole("link", { name: "See other branches" })).toBeNull();
  expect(screen.getByText("You can order now for a time after opening.")).toBeTruthy();
});

test("a branch that does not deliver here leads to its store's branch that does", async () => {
  show({
    delivers: false,
    delivering: { id: "br_2", slug: "souq-dokki", name: "Souq – Dokki" },
  });
  const link = await screen.findByRole("link", { name: "Dokki delivers to you" });
  expect(link.getAttribute("href")).toBe("/branches/souq-dokki");
  expect(screen.getByText("We Don't Deliver To Your Location")).toBeTruthy();
  expect(screen.queryByText("Choose another branch or area.")).toBeNull();
});

test("a branch that does not deliver here, as no other of its store does", async () => {
  show({ delivers: false });
  expect(await screen.findByRole("link", { name: "See other branches" })).toBeTruthy();
});

test.each([[{ is_closed: false }], [{ is_closed: true, opens_at: "2026-11-26T07:00:00Z" }]])(
  "a phone has a way back to the service's branches on the picture: %o",
  async (changes) => {
    show(changes);
    await screen.findByRole("heading", { level: 1 });
    const back = document.querySelector('a[aria-label="Grocery"]');
    expect(back?.getAttribute("href")).toBe("/branches-results?service_id=grocery");
    expect(back?.className).toContain("sm:hidden");
  },
);
