import type { QueryClient } from "@tanstack/react-query";
import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalList, personalQuery } from "../../api/query";
import type { components } from "../../api/schema";
import type { Scope } from "../../lib/scope";

type Schemas = components["schemas"];
export type All = Schemas["FavouritesAll"];
export type Kind = Schemas["FavouritesMarking"]["kind"];
export type FavouriteProduct = Schemas["FavouritesProductView"];
export type FavouriteBranch = Schemas["FavouritesBranchView"];
export type Wishes = Schemas["FavouritesWishesView"];

/**
 * The ids of all favourites of the customer, requested separately from lists, which are the same for
 * all customers.
 */
export const allQuery = (scope: Scope) => personalQuery(scope, "/favourites", { needsLogin: true });

export const productsList = (scope: Scope, page = 1) =>
  personalList(scope, "/favourites/products", {
    from: page,
    needsLogin: true,
    staleTime: 0,
  });

export const branchesList = (scope: Scope, page = 1) =>
  personalList(scope, "/favourites/branches", {
    from: page,
    needsLogin: true,
    staleTime: 0,
  });

export const mark = (kind: Kind, id: string, marked: boolean) =>
  marked
    ? request("POST", "/favourites", { body: { kind, id }, suppressToast: true })
    : request("DELETE", "/favourites", { query: { kind, id }, suppressToast: true });

export const setWishes = async (wishes: Body<"PUT", "/favourites/alerts">) =>
  (await request("PUT", "/favourites/alerts", { body: wishes, suppressToast: true })).data;

const ours = {
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === "string" && path.startsWith("/favourites"),
};

/**
 * Refetches every list of favourites after a change. Running requests are cancelled, because they may
 * predate the change and because invalidating does not repeat a query's first request.
 */
export async function forget(client: QueryClient): Promise<void> {
  await client.cancelQueries(ours);
  await client.invalidateQueries(ours);
}
