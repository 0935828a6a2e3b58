/** Lists that continue from their last item (httpapi.Part): `data.pages` are parts. */

import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Answer, request } from "../api/client";
import type { Extra, Item, ListParams, ListPath, PathOption } from "../api/operations";
import type { Scope } from "../lib/scope";

export interface Part<T, E = object> {
  items: T[];
  /** The fields of the list's answer next to its items, such as the number in each state. */
  extra: Partial<E>;
  /** The cursor of the next part; "" at the end. */
  next: string;
  total?: number;
  /** There are more than total: counting stopped there. */
  more?: boolean;
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
  options: PathOption<"GET", P> & {
    params?: Omit<ListParams<P>, "after">;
    enabled?: boolean;
    staleTime?: number;
  },
) {
  const { path: values, params, enabled = true, ...rest } = options;
  // Typed above by the description; the arguments of `request` depend on P.
  const ask = request as unknown as (
    method: "GET",
    path: P,
    options: object,
  ) => Promise<Answer<Item<P>[], Extra<"GET", P>>>;
  return infiniteQueryOptions({
    queryKey: [path, scope.lang, scope.session, values ?? null, params ?? null, "parts"] as const,
    queryFn: async ({ signal, pageParam }): Promise<Part<Item<P>, Extra<"GET", P>>> => {
      const query = { ...(params as object), after: pageParam };
      const { data, meta, extra } = await ask("GET", path, { path: values, query, signal });
      const { next = "", total, more } = (meta ?? {}) as Partial<Part<unknown>>;
      return {
        items: data ?? [],
        extra: extra ?? {},
        next,
        ...(total === undefined ? {} : { total }),
        ...(more ? { more } : {}),
      };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next || undefined,
    enabled: enabled && scope.session !== "",
    ...rest,
  });
}
