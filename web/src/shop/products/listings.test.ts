import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { aScope, mockApi } from "../../testing/shop";
import { branchesList } from "../branches/api";
import { productsList } from "./api";

afterEach(() => vi.unstubAllGlobals());

const empty = { data: [], meta: { current_page: 1, last_page: 1, per_page: 20, total: 0 } };

test("listings ask for a page by its number and a service, and for no size of a page", async () => {
  const calls = mockApi({ "GET /products": empty, "GET /branches": empty });
  const client = new QueryClient();
  await client.fetchInfiniteQuery(productsList(aScope(), { service_id: "food" }, 3));
  await client.fetchInfiniteQuery(branchesList(aScope(), { service_id: "food" }));
  expect(calls.map((one) => one.path)).toEqual([
    "/products?service_id=food&page=3",
    "/branches?service_id=food&page=1",
  ]);
});

test("data and meta are read from the response itself, and meta tells whether more follow", async () => {
  const body = {
    data: [{ id: "outside" }],
    meta: { current_page: 1, last_page: 1, per_page: 1, total: 1 },
    response: {
      message: "",
      data: [{ id: "inside" }],
      meta: { current_page: 1, last_page: 2, per_page: 1, total: 2 },
    },
  };
  const fetched = vi.fn(async (_address: string) => Response.json(body));
  vi.stubGlobal("fetch", fetched);
  for (const list of [
    productsList(aScope(), { service_id: "food" }),
    branchesList(aScope(), { service_id: "food" }),
  ] as ReturnType<typeof productsList>[]) {
    const { pages } = await new QueryClient().fetchInfiniteQuery({ ...list, pages: 2 });
    // The second page is requested because the first page's meta announces it.
    expect(fetched.mock.calls.splice(0).map(([at]) => /page=(\d)/.exec(at)?.[1])).toEqual([
      "1",
      "2",
    ]);
    expect(pages.map(({ items, meta }) => [items.map(({ id }) => id), meta.last_page])).toEqual([
      [["inside"], 2],
      [["inside"], 2],
    ]);
  }
});

test("without a service or a page they warn, ask nobody, and are empty", async () => {
  const calls = mockApi({ "GET /products": empty, "GET /branches": empty });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const client = new QueryClient();
  for (const list of [
    productsList(aScope(), {}),
    productsList(aScope(), { service_id: "" }),
    productsList(aScope(), { service_id: "food" }, Number.NaN),
    branchesList(aScope(), { service_id: "" }),
  ]) {
    const before = warn.mock.calls.length;
    const { pages } = await client.fetchInfiniteQuery(list as ReturnType<typeof productsList>);
    expect(pages.map((one) => one.items)).toEqual([[]]);
    expect(warn.mock.calls.length).toBe(before + 1);
    // The server-side rendering, which fetches by this field, requests nothing either.
    expect(list.meta).not.toHaveProperty("path");
  }
  expect(calls).toEqual([]);
  warn.mockRestore();
});
