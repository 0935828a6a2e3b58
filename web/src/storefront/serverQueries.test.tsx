// @vitest-environment node
import * as real from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { publicList, publicQuery, serviceList } from "../api/query";
import { createQueryClient } from "../api/queryClient";
import { answersOf } from "./answers";
import * as ours from "./serverQueries";
import { type Answered, firstScope, type State } from "./state";

const scope = firstScope({ lang: "ar", figures: "arab", district: "maadi", currency: "" } as State);

const list = (at: number, last: number) => ({
  pages: [{ items: [1], meta: { current_page: at, last_page: last } }],
  pageParams: [at],
});
const paged = {
  initialPageParam: 1,
  getNextPageParam: (page: { meta: { current_page: number; last_page: number } }) =>
    page.meta.current_page < page.meta.last_page ? page.meta.current_page + 1 : undefined,
  getPreviousPageParam: (page: { meta: { current_page: number } }) =>
    page.meta.current_page > 1 ? page.meta.current_page - 1 : undefined,
};
const queryFn = async () => "fetched";

function fill() {
  const client = createQueryClient();
  client.setQueryData(["here"], { a: 1 });
  client.setQueryData(["null"], null);
  client.setQueryData(["first"], list(1, 3));
  client.setQueryData(["last"], list(3, 3));
  return client;
}

/** The result of a hook while a page is rendered on the server, without functions and promises. */
function answer(use: () => object): Record<string, unknown> {
  let found: object = {};
  function Probe() {
    found = use();
    return null;
  }
  renderToString(
    <real.QueryClientProvider client={fill()}>
      <Probe />
    </real.QueryClientProvider>,
  );
  return Object.fromEntries(
    Object.entries(found).filter(
      ([name, value]) =>
        typeof value !== "function" && name !== "promise" && name !== "dataUpdatedAt",
    ),
  );
}

test.each([
  ["known", { queryKey: ["here"], queryFn }],
  ["known to be nothing", { queryKey: ["null"], queryFn }],
  ["known, chosen from", { queryKey: ["here"], queryFn, select: (data: unknown) => [data] }],
  ["not known", { queryKey: ["gone"], queryFn }],
  ["not asked", { queryKey: ["gone"], queryFn, enabled: false }],
  ["not asked, by a function", { queryKey: ["gone"], queryFn, enabled: () => false }],
  ["skipped", { queryKey: ["gone"], queryFn: real.skipToken }],
  ["known and not asked", { queryKey: ["here"], queryFn, enabled: false }],
  ["standing in", { queryKey: ["gone"], queryFn, placeholderData: "meanwhile" }],
] as const)("a query that is %s answers as the real hook does", (_name, options) => {
  const theirs = answer(() => real.useQuery(options as Parameters<typeof real.useQuery>[0]));
  const mine = answer(() => ours.useQuery(options));
  // For a disabled or missing query, no page shows "stale".
  expect({ ...mine, isStale: null }).toEqual({ ...theirs, isStale: null });
});

test.each([
  ["at its first page", "first"],
  ["at its last page", "last"],
  ["not known", "gone"],
])("a list %s answers as the real hook does", (_name, key) => {
  const options = { queryKey: [key], queryFn, ...paged };
  const theirs = answer(() =>
    real.useInfiniteQuery(options as unknown as Parameters<typeof real.useInfiniteQuery>[0]),
  );
  const mine = answer(() => ours.useInfiniteQuery(options as never));
  expect({ ...mine, isStale: null }).toEqual({ ...theirs, isStale: null });
});

test.each([
  ["one thing", publicQuery(scope, "/branches/{id}", { path: { id: "br 1" } }), false],
  ["a list", publicList(scope, "/branches", { params: { service_id: "food" } }), true],
  [
    "a page of a list",
    serviceList(scope, "/products", { service_id: "food", sort: "newest" }, 3),
    true,
  ],
] as const)(
  "%s is found by the key that went through the program and back",
  (_name, query, paged) => {
    const body = { response: { data: paged ? [1] : { id: "br 1" }, message: "" } };
    const { queryKey: key, meta } = query;
    const data = JSON.parse(JSON.stringify([{ key, meta, status: 200, body }])) as Answered[];
    const client = answersOf(data);
    const look = (options: object) => {
      let found: unknown;
      function Probe() {
        found = ours.useQuery(options as Parameters<typeof ours.useQuery>[0]).data;
        return null;
      }
      renderToString(
        <real.QueryClientProvider client={client}>
          <Probe />
        </real.QueryClientProvider>,
      );
      return found;
    };
    expect(look({ queryKey: key })).toBeDefined();
    expect(look({ queryKey: key })).toBe(client.getQueryData(key as readonly unknown[]));
    const [path, { lang, district, currency }, shape] = key;
    const elsewhere = [path, { lang, district: `${district}2`, currency }, shape];
    expect(look({ queryKey: elsewhere })).toBeUndefined();
  },
);

test("a mutation is idle", () => {
  const theirs = answer(() => real.useMutation({ mutationFn: async () => 1 }));
  expect(answer(() => ours.useMutation())).toEqual(theirs);
});
