import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Query } from "../../lib/url";
import { mockApi, onePage, refused, renderShop } from "../../testing/shop";
import FilterSheet from "./FilterSheet";
import { Filters } from "./Filters";
import type { FiltersProps } from "./filterTypes";

afterEach(() => vi.unstubAllGlobals());

const facets = {
  categories: [{ id: "cat_1", slug: "dairy", name: "Dairy", count: 12, parent_id: null }],
  stores: [
    { id: "sto_1", slug: "souq", name: "Souq", count: 9 },
    { id: "sto_2", slug: "dar", name: "Dar", count: 3 },
  ],
  price: { min: 5, max: 99.5 },
  delivered: null,
  in_stock: 11,
  offer: 4,
};

function open(props: Partial<FiltersProps> = {}, search = "") {
  return renderShop(
    <FilterSheet
      path="/categories/dairy"
      query={new Query(search)}
      sorts={["popular"]}
      onClose={() => {}}
      {...props}
    />,
    { at: `/categories/dairy?${search}` },
  );
}

const choice = (name: string) => screen.findByRole("link", { name });

test("every choice says how many are left of it, and leads to the list narrowed by it", async () => {
  const calls = mockApi({});
  open({ facets });
  for (const name of ["On sale 4", "In stock 11", "Dairy 12", "Souq 9", "Dar 3"])
    await choice(name);
  expect(screen.getByLabelText("Price to").getAttribute("placeholder")).toBe("100");
  expect((await choice("On sale 4")).getAttribute("href")).toContain(
    "/categories/dairy?offer=true",
  );
  expect(calls).toEqual([]);
});

test("what nothing is left of leads nowhere, unless it is chosen", async () => {
  mockApi({});
  open({ facets: { ...facets, offer: 0, in_stock: 0 } }, "in_stock=true");
  const none = await screen.findByRole("button", { name: "On sale 0" });
  expect(none.hasAttribute("disabled")).toBe(true);
  expect((await choice("In stock 0")).getAttribute("href")).toBe("/categories/dairy");
});

test("a list that came without its numbers has them asked for, as it is narrowed now", async () => {
  const calls = mockApi({ "GET /search": { ...onePage([]), facets } });
  open({ within: { service_id: "svc_1", category_id: "cat_1" } }, "offer=true&price_max=50");
  const on = await choice("On sale 4");
  expect(on.getAttribute("aria-current")).toBe("true");
  await choice("In stock 11");
  const asked = new URLSearchParams(calls[0]?.path.replace("/search?", ""));
  expect(Object.fromEntries(asked)).toMatchObject({
    service_id: "svc_1",
    category_id: "cat_1",
    offer: "true",
    price_max: "50",
  });
  // The list is of one category, and no filter may leave that category.
  expect(screen.queryByRole("heading", { name: "Categories" })).toBeNull();
});

test("without the numbers the choices are there all the same", async () => {
  mockApi({ "GET /search": refused(503, { code: "search.warming" }) });
  open({ within: { branch_id: "brn_1" } });
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByRole("link", { name: "On sale" })).toBeTruthy();
});

test("categories stand under their parents, unless they hold as much", async () => {
  const one = (id: string, count: number, parent_id: string | null = null) => ({
    id,
    slug: id,
    name: id,
    count,
    parent_id,
  });
  open({
    facets: {
      ...facets,
      categories: [
        one("Drinks", 4),
        one("Cold", 3, "Drinks"),
        one("Bakery", 2),
        one("Bread", 2, "Bakery"),
        one("Seeds", 1, "Gone"),
      ],
    },
  });
  const drinks = (await choice("Drinks 4")).closest("li");
  expect(within(drinks as HTMLElement).getByRole("link", { name: "Cold 3" })).toBeTruthy();
  await choice("Bakery 2");
  await choice("Seeds 1");
  expect(screen.queryByRole("link", { name: "Bread 2" })).toBeNull();
});

test("the sheet closes onto what is delivered here, and onto everything where nothing is set apart", async () => {
  const { unmount } = open({ facets: { ...facets, delivered: 7 }, total: 30 });
  await screen.findByRole("button", { name: "Show 7 products" });
  unmount();
  open({ facets, total: 30 });
  await screen.findByRole("button", { name: "Show 30 products" });
});

test("prices of nothing are not suggested", async () => {
  open({ facets: { ...facets, delivered: 0, price: { min: 0, max: 0 } } });
  await choice("In stock 11");
  expect(screen.getByLabelText("Price to").getAttribute("placeholder")).toBeNull();
});

const prices = () => [
  screen.getByLabelText("Price from") as HTMLInputElement,
  screen.getByLabelText("Price to") as HTMLInputElement,
];

test("a price is applied soon after typing, and at once on leaving the field or with Enter", async () => {
  mockApi({});
  const { where } = open({ facets }, "page=3&offer=true");
  await choice("In stock 11");
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  const [from, to] = prices();
  if (!from || !to) throw new Error("no fields");
  vi.useFakeTimers();
  try {
    fireEvent.change(from, { target: { value: "1" } });
    act(() => void vi.advanceTimersByTime(300));
    fireEvent.change(from, { target: { value: "١٠" } });
    act(() => void vi.advanceTimersByTime(600));
    expect(where()).toContain("page=3");
    act(() => void vi.advanceTimersByTime(200));
    expect(where()).toBe("/categories/dairy?offer=true&price_min=10");
    expect(from.value).toBe("١٠");

    fireEvent.change(to, { target: { value: "1,500" } });
    fireEvent.blur(to);
    act(() => void vi.advanceTimersByTime(200));
    expect(where()).toContain("price_max=1500");
    fireEvent.change(to, { target: { value: "200" } });
    fireEvent.keyDown(to, { key: "Enter" });
    expect(where()).toContain("price_max=200");
  } finally {
    vi.useRealTimers();
  }
});

test("a price from over the price to, and no whole number, are said at the field and ask nothing", async () => {
  mockApi({});
  const { where } = open({ facets }, "price_min=50");
  await choice("In stock 11");
  const before = where();
  const [from, to] = prices();
  if (!from || !to) throw new Error("no fields");
  fireEvent.change(to, { target: { value: "20" } });
  fireEvent.keyDown(to, { key: "Enter" });
  expect(to.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter no less than in “Price from”.")).toBeTruthy();
  expect(where()).toBe(before);
  fireEvent.change(from, { target: { value: "12.5" } });
  fireEvent.keyDown(from, { key: "Enter" });
  expect(from.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Enter the amount as a whole number.")).toBeTruthy();
  expect(where()).toBe(before);
  expect(to.value).toBe("20");
  fireEvent.change(from, { target: { value: "12" } });
  fireEvent.keyDown(from, { key: "Enter" });
  expect(from.getAttribute("aria-invalid")).toBeNull();
  expect(where()).toBe("/categories/dairy?price_min=12&price_max=20");
});

test("closing the sheet applies what was just typed", async () => {
  mockApi({});
  const { where } = open({ facets });
  await choice("In stock 11");
  fireEvent.change(prices()[1] as HTMLInputElement, { target: { value: "30" } });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(where()).toContain("price_max=30");
});

test.each([
  ["what a branch's part was come by with is no filter", "category_id=cat_1&sort=newest", true, ""],
  ["in it, what is chosen", "category_id=cat_1&offer=true", true, "1"],
  ["each set filter is one", "q=juice&store_id=sto_1&offer=true", false, "2"],
  ["and the two ends of a price are one", "price_min=5&price_max=50&in_stock=true", false, "2"],
  ["a category chosen among all", "q=milk&category_id=cat_1", false, "1"],
])("the row counts what is chosen: %s", async (_, search, within, count) => {
  mockApi({});
  renderShop(
    <Filters
      path="/list"
      query={new Query(search)}
      sorts={["popular"]}
      {...(within ? { within: { branch_id: "brn_1" } } : { facets })}
    />,
  );
  const button = await screen.findByRole("button", { name: /^Filters/ });
  expect(button.textContent?.replace("Filters", "").trim()).toBe(count);
});

test.each([
  ["price_min=5&price_max=50", /^EGP.5 – EGP.50$/],
  ["price_max=50", /^Up to EGP.50$/],
  ["price_min=5", /^From EGP.5$/],
])("a price chosen says its ends: %s", async (search, said) => {
  mockApi({});
  renderShop(
    <Filters path="/list" query={new Query(search)} sorts={["popular"]} facets={facets} />,
  );
  expect((await screen.findByRole("link", { name: said })).getAttribute("href")).toBe("/list");
});

test("clearing the filters stays in the part of a branch that was come by", async () => {
  mockApi({ "GET /search": { ...onePage([]), facets } });
  const { where, unmount } = open(
    { within: { branch_id: "brn_1" } },
    "category_id=cat_1&offer=true&price_max=50&page=2",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(where()).toBe("/categories/dairy?category_id=cat_1");
  unmount();
  const all = open({ facets }, "q=milk&category_id=cat_1&store_id=sto_1&in_stock=true");
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(all.where()).toBe("/categories/dairy?q=milk");
});
