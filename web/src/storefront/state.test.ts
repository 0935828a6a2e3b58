import { expect, test } from "vitest";
import { createQueryClient } from "../api/queryClient";
import { districtsQuery } from "../features/locations/places/api";
import { homeQuery } from "../features/marketing/home/api";
import { branchQuery } from "../shop/branches/api";
import { aScope } from "../testing/shop";
import { fillCache, lendTo } from "./state";

const drawn = { meta: { shape: "one" as const }, status: 200 };
const body = (data: unknown) => ({ response: { data, message: "" } });

test("a position in a district is asked for anew where answers depend on it, and nowhere else", () => {
  const [area, pinned] = [aScope(), aScope({ pin: "29.961,31.259" })];
  for (const query of [homeQuery, (scope = area) => branchQuery(scope, "x")])
    expect(query(pinned).queryKey).not.toEqual(query(area).queryKey);
  expect(districtsQuery(pinned).queryKey).toEqual(districtsQuery(area).queryKey);
});

test("what a page was drawn with is shown to a position in its district until its own answer is there", () => {
  const client = createQueryClient();
  const [area, pinned] = [aScope(), aScope({ pin: "29.961,31.259" })];
  const elsewhere = homeQuery(aScope({ district: "dokki" })).queryKey;
  fillCache(client, [
    { ...drawn, key: homeQuery(area).queryKey, body: body({ of: "maadi" }) },
    { ...drawn, key: elsewhere, body: body({ of: "dokki" }) },
    { ...drawn, key: districtsQuery(area).queryKey, body: body([]) },
  ]);
  lendTo(client, area);
  expect(client.getQueryCache().getAll()).toHaveLength(3);
  lendTo(client, pinned);
  const { queryKey } = homeQuery(pinned);
  expect(client.getQueryData(queryKey)).toEqual({ of: "maadi" });
  // Marked as old, so that a page requests its own data.
  expect(client.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)).toBe(true);
  expect(client.getQueryCache().getAll()).toHaveLength(4);
  client.setQueryData<unknown>(queryKey, { of: "the pin" });
  lendTo(client, pinned);
  expect(client.getQueryData(queryKey)).toEqual({ of: "the pin" });
});
