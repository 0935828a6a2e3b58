/** Lists that are read on from where they ended (httpapi.Part): `data.pages` are parts. */

import { infiniteQueryOptions } from "@tanstack/react-query";
import { request } from "../api/client";
import type { Item, ListParams, ListPath, PathOption } from "../api/operations";
import type { Scope } from "../lib/scope";

export interface Part<T> {
  items: T[];
  /** What asks for the next part; "" at the end. */
  next: string;
  total?: number;
}

/**
 * A list of the console in parts, for useInfiniteQuery and RecordList.
 *
 *   export const productsList = (scope: Scope, params: ListParams<"/console/products">) =>
 *     keysetList(scope, "/console/products", { params });
 */
export function keysetList<P extends ListPath>(
  scope: Scope,
  path: P,
  options: PathOption<"GET", P> & { params?: ListParams<P>; enabled?: boolean },
) {
  const { path: values, params, enabled = true } = options;
  // Typed above by the description; what `request` asks for depends on P.
  const ask = request as unknown as (
    method: "GET",
    path: P,
    options: object,
  ) => Promise<{ data: Item<P>[]; meta?: unknown }>;
  return infiniteQueryOptions({
    queryKey: [path, scope.lang, scope.session, values ?? null, params ?? null, "parts"] as const,
    queryFn: async ({ signal, pageParam }): Promise<Part<Item<P>>> => {
      const query = { ...(params as object), after: pageParam };
      const { data, meta } = await ask("GET", path, { path: values, query, signal });
      const { next = "", total } = (meta ?? {}) as { next?: string; total?: number };
      return { items: data ?? [], next, ...(total === undefined ? {} : { total }) };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next || undefined,
    enabled: enabled && scope.session !== "",
  });
}
