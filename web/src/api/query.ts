/**
 * How features describe what they read. A feature's api.ts holds functions such as
 *
 *   export const branchQuery = (scope: Scope, id: string) =>
 *     publicQuery(scope, "/branches/{id}", { path: { id } });
 *   export const branchesList = (scope: Scope, service: string, page = 1) =>
 *     publicList(scope, "/branches", { params: { service_id: service }, from: page });
 *   export const ordersQuery = (scope: Scope) => personalQuery(scope, "/orders");
 *
 * and the same function serves the server (a page's `queries`), the browser's prefetch and the
 * component (`useQuery(branchQuery(useScope(), id))`, `useInfiniteQuery(branchesList(…))`).
 *
 * public*: the same for everybody in one language, place and currency; rendered on the server for
 * the district, and cached there. Its answer must not depend on token or address.
 * personal*: depends on the caller and their place; asked by the browser only, after hydration, and
 * with `needsLogin` not at all for guests (their 401 would log out).
 */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { warn } from "../lib/log";
import type { Scope } from "../lib/scope";
import { type QueryValue, withQuery } from "../lib/url";
import { type Answer, type Meta, send } from "./client";
import {
  type Data,
  type Extra,
  fillPath,
  type Item,
  type ListParams,
  type ListPath,
  type PathOf,
  type PathOption,
  type QueryParams,
} from "./operations";

/** One page of a list as components receive it. */
export interface Page<T, E = object> {
  items: T[];
  meta: Meta;
  /** The fields of the list's answer next to its items, such as a search's facets. */
  extra: Partial<E>;
}

/** The server's information about a query; kept in TanStack's `meta`. */
export interface QueryMeta extends Record<string, unknown> {
  /** Path and parameters below the API's base; absent for personal queries. */
  path?: string;
  shape: "one" | "list";
  page?: number;
  /** The query is the page's subject: its 404 makes the page a not-found page. */
  subject?: boolean;
}

type PublicScope = { lang: string; district: string; currency: string; pin?: string };
type PersonalScope = PublicScope & { session: string; address: string; pin: string };
export type QueryKey = readonly [path: string, scope: PublicScope | PersonalScope, shape?: string];

/** Paths whose answers depend on the exact position within a district. */
const placed = /^\/(home|windows|branches|products|search)(?![a-z])/;

function publicScope({ lang, district, currency, pin }: Scope, path: string): PublicScope {
  const shared = { lang, district, currency };
  return pin !== "" && placed.test(path) ? { ...shared, pin } : shared;
}

/** The key of the same query for a position in the district; null where the position makes no difference. */
export function keyAt([address, scope, ...shape]: QueryKey, pin: string): QueryKey | null {
  if ("session" in scope || scope.pin !== undefined || !placed.test(address)) return null;
  return [address, { ...scope, pin }, ...shape] as unknown as QueryKey;
}

const personalScope = (scope: Scope, path: string): PersonalScope => ({
  ...publicScope(scope, path),
  session: scope.session,
  address: scope.address,
  pin: scope.pin,
});

interface CommonOptions {
  /** For the query a page is about: a 404 shows the not-found page. */
  subject?: boolean;
  staleTime?: number;
  enabled?: boolean;
}

interface PersonalOptions extends CommonOptions {
  /** Guests never send the query: it stays idle until a customer is signed in. */
  needsLogin?: boolean;
}

type OneOptions<P extends PathOf<"GET">, Common> = PathOption<"GET", P> &
  Common & { params?: QueryParams<"GET", P> };

type ListOptions<P extends ListPath, Common> = PathOption<"GET", P> &
  Common & {
    params?: ListParams<P>;
    /** The page it starts with: 1 unless the address names another. */
    from?: number;
  };

/** Options may be omitted where none of them is required. */
type Optional<O> = Record<never, never> extends O ? [options?: O] : [options: O];

/** The same options without the types of one path. */
interface AnyOptions {
  path?: unknown;
  params?: unknown;
  from?: number;
}

/** One public record. */
export function publicQuery<P extends PathOf<"GET">>(
  scope: Scope,
  path: P,
  ...[options]: Optional<OneOptions<P, CommonOptions>>
) {
  const address = fullAddress(path, options);
  return queryOptions({
    ...oneQuery<Data<"GET", P>>(path, address, publicScope(scope, path)),
    meta: { path: address, shape: "one", subject: options?.subject ?? false } satisfies QueryMeta,
    ...rest(options),
  });
}

/** A public list in pages, for useInfiniteQuery. `data.pages` are Page. */
export function publicList<P extends ListPath>(
  scope: Scope,
  path: P,
  ...[options]: Optional<ListOptions<P, CommonOptions>>
) {
  return publicPages<P>(scope, path, options);
}

function publicPages<P extends ListPath>(
  scope: Scope,
  path: string,
  options: (AnyOptions & CommonOptions) | undefined,
) {
  const from = options?.from ?? 1;
  return infiniteQueryOptions({
    ...listQuery<Item<P>, Extra<"GET", P>>(path, options, publicScope(scope, path)),
    meta: {
      path: fullAddress(path, options, from),
      shape: "list",
      page: from,
      subject: options?.subject ?? false,
    } satisfies QueryMeta,
    ...rest(options),
  });
}

/**
 * A public list of one service. Without a page or a service no request is sent: it warns and is
 * empty.
 */
export function serviceList<P extends "/branches" | "/products">(
  scope: Scope,
  path: P,
  params: ListParams<P> & { service_id?: QueryValue },
  from = 1,
) {
  const list = publicPages<P>(scope, path, { params, from });
  if (params.service_id && from >= 1) return list;
  return {
    ...list,
    queryFn: async (): Promise<Page<Item<P>, Extra<"GET", P>>> => {
      warn(`${path} needs page and service_id: an empty list instead.`);
      return toPage({ data: [], message: "" });
    },
    meta: { shape: "list", page: from } satisfies QueryMeta,
  };
}

/** One record that depends on the customer, or on their address or pin. */
export function personalQuery<P extends PathOf<"GET">>(
  scope: Scope,
  path: P,
  ...[options]: Optional<OneOptions<P, PersonalOptions>>
) {
  return queryOptions({
    ...oneQuery<Data<"GET", P>>(path, fullAddress(path, options), personalScope(scope, path)),
    meta: { shape: "one" } satisfies QueryMeta,
    ...rest(options),
    enabled: mayAsk(scope, options),
  });
}

/** A list in pages that depends on the customer, or on their address or pin. */
export function personalList<P extends ListPath>(
  scope: Scope,
  path: P,
  ...[options]: Optional<ListOptions<P, PersonalOptions>>
) {
  return infiniteQueryOptions({
    ...listQuery<Item<P>, Extra<"GET", P>>(path, options, personalScope(scope, path)),
    meta: { shape: "list", page: options?.from ?? 1 } satisfies QueryMeta,
    ...rest(options),
    enabled: mayAsk(scope, options),
  });
}

/** The address of a query below the API's base: its path with values, and its parameters. */
function fullAddress(path: string, options: AnyOptions | undefined, page?: number) {
  const { path: values, params } = (options ?? {}) as {
    path?: Record<string, string>;
    params?: Record<string, QueryValue | readonly string[]>;
  };
  return withQuery(fillPath(path, values), { ...params, page });
}

function oneQuery<T>(path: string, address: string, scope: PublicScope | PersonalScope) {
  return queryOptions<T, Error, T, QueryKey>({
    queryKey: [address, scope],
    queryFn: async ({ signal }) => (await send<T>("GET", path, address, { signal })).data,
  });
}

function listQuery<T, E>(
  path: string,
  options: AnyOptions | undefined,
  scope: PublicScope | PersonalScope,
) {
  const from = options?.from ?? 1;
  return infiniteQueryOptions<
    Page<T, E>,
    Error,
    { pages: Page<T, E>[]; pageParams: number[] },
    QueryKey,
    number
  >({
    queryKey: [fullAddress(path, options), scope, from > 1 ? `list:${from}` : "list"],
    queryFn: async ({ signal, pageParam }) =>
      toPage(await send<T[], E>("GET", path, fullAddress(path, options, pageParam), { signal })),
    initialPageParam: from,
    getNextPageParam,
    getPreviousPageParam: (first) =>
      first.meta.current_page > 1 ? first.meta.current_page - 1 : undefined,
  });
}

function getNextPageParam(last: Page<unknown>): number | undefined {
  return last.meta.current_page < last.meta.last_page ? last.meta.current_page + 1 : undefined;
}

function mayAsk(scope: Scope, options: PersonalOptions | undefined): boolean {
  // Before hydration is over the customer is unknown; `ready` prevents a query from being sent
  // twice.
  if (!scope.ready || options?.enabled === false) return false;
  return !options?.needsLogin || scope.session !== "";
}

function rest(options: CommonOptions | undefined) {
  return {
    ...(options?.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options?.enabled === undefined ? {} : { enabled: options.enabled }),
  };
}

/** A list's answer as a Page; a list without meta is one full page. */
export function toPage<T, E>(answer: Answer<T[], E>): Page<T, E> {
  const items = answer.data ?? [];
  return {
    items,
    extra: answer.extra ?? {},
    meta: answer.meta ?? {
      current_page: 1,
      last_page: 1,
      per_page: items.length,
      total: items.length,
    },
  };
}

/** All items of a list that are loaded so far; undefined before its first page is. */
export function itemsOf<T>(list: {
  data: { pages: readonly { items: readonly T[] }[] } | undefined;
}): T[] | undefined {
  return list.data?.pages.flatMap((page) => page.items);
}

/** The cache entry for an answer, used for answers that the server fetched in advance. */
export function cacheEntry(meta: QueryMeta, answer: Answer<unknown>): unknown {
  if (meta.shape === "one") return answer.data;
  return { pages: [toPage(answer as Answer<unknown[]>)], pageParams: [meta.page ?? 1] };
}
