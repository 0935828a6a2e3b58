/**
 * How features describe what they read. A feature's api.ts holds functions such as
 *
 *   export const branchQuery = (scope: Scope, id: string) =>
 *     publicQuery<Branch>(scope, `/branches/${encodeURIComponent(id)}`);
 *   export const branchesList = (scope: Scope, service: string, page = 1) =>
 *     publicList<Branch>(scope, "/branches", { service_id: service }, page);
 *   export const ordersQuery = (scope: Scope) => personalQuery<Order[]>(scope, "/orders");
 *
 * and the same function serves the server (a page's `queries`), the browser's prefetch and the
 * component (`useQuery(branchQuery(useScope(), id))`, `useInfiniteQuery(branchesList(…))`).
 *
 * public*: the same for everybody in one language, district and currency; rendered on the server
 * and cached there. Its answer must not depend on token, address or pin.
 * personal*: depends on who asks and from where; asked by the browser only, after hydration, and
 * with `needsLogin` not at all for guests (their 401 would log out).
 */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { warn } from "../lib/log";
import type { Scope } from "../lib/scope";
import { type QueryValue, withQuery } from "../lib/url";
import { type Answer, type Meta, request } from "./client";

export type Params = Record<string, QueryValue | readonly string[]>;

/** One page of a list as components see it. */
export interface Page<T> {
  items: T[];
  meta: Meta;
  /** What the list answers beside its items; a search's facets. */
  extra: Readonly<Record<string, unknown>>;
}

/** What the server needs to know of a query; kept in TanStack's `meta`. */
export interface QueryMeta extends Record<string, unknown> {
  /** Path and parameters below the API's base; absent for personal queries. */
  path?: string;
  shape: "one" | "list";
  page?: number;
  /** Without it there is no page: its 404 makes the page a not-found page. */
  subject?: boolean;
}

type PublicScope = { lang: string; district: string; currency: string };
type PersonalScope = PublicScope & { session: string; address: string; pin: string };
export type QueryKey = readonly [path: string, scope: PublicScope | PersonalScope, shape?: string];

const publicScope = ({ lang, district, currency }: Scope): PublicScope => ({
  lang,
  district,
  currency,
});
const personalScope = (scope: Scope): PersonalScope => ({
  ...publicScope(scope),
  session: scope.session,
  address: scope.address,
  pin: scope.pin,
});

interface Options {
  params?: Params;
  /** For the query a page is about: a 404 shows the not-found page. */
  subject?: boolean;
  staleTime?: number;
  enabled?: boolean;
}

/** One public thing. */
export function publicQuery<T>(scope: Scope, path: string, options: Options = {}) {
  const full = withQuery(path, options.params ?? {});
  return queryOptions<T, Error, T, QueryKey>({
    queryKey: [full, publicScope(scope)],
    queryFn: async ({ signal }) => (await request<T>("GET", full, { signal })).data,
    meta: { path: full, shape: "one", subject: options.subject ?? false } satisfies QueryMeta,
    ...rest(options),
  });
}

/**
 * A public list in pages, for useInfiniteQuery, beginning with page `from` (1 unless the address
 * names another). `data.pages` are Page<T>.
 */
export function publicList<T>(
  scope: Scope,
  path: string,
  params: Params = {},
  from = 1,
  options: Omit<Options, "params"> = {},
) {
  const name = withQuery(path, params);
  return infiniteQueryOptions<
    Page<T>,
    Error,
    { pages: Page<T>[]; pageParams: number[] },
    QueryKey,
    number
  >({
    queryKey: [name, publicScope(scope), from > 1 ? `list:${from}` : "list"],
    queryFn: async ({ signal, pageParam }) =>
      toPage<T>(
        await request<T[]>("GET", withQuery(path, { ...params, page: pageParam }), { signal }),
      ),
    initialPageParam: from,
    getNextPageParam,
    getPreviousPageParam: (first) =>
      first.meta.current_page > 1 ? first.meta.current_page - 1 : undefined,
    meta: {
      path: withQuery(path, { ...params, page: from }),
      shape: "list",
      page: from,
      subject: options.subject ?? false,
    } satisfies QueryMeta,
    ...rest(options),
  });
}

/**
 * A public list of one service. Without a page or a service nobody is asked: it warns and is empty.
 */
export function serviceList<T>(
  scope: Scope,
  path: string,
  params: Params & { service_id?: string | undefined },
  from = 1,
) {
  const list = publicList<T>(scope, path, params, from);
  if (params.service_id && from >= 1) return list;
  return {
    ...list,
    queryFn: async (): Promise<Page<T>> => {
      warn(`${path} needs page and service_id: an empty list instead.`);
      return toPage<T>({ data: [], message: "" });
    },
    meta: { shape: "list", page: from } satisfies QueryMeta,
  };
}

interface PersonalOptions extends Options {
  /** Guests never ask: the query stays idle until somebody is signed in. */
  needsLogin?: boolean;
}

/** One thing that depends on who asks, or on their address or pin. */
export function personalQuery<T>(scope: Scope, path: string, options: PersonalOptions = {}) {
  const full = withQuery(path, options.params ?? {});
  return queryOptions<T, Error, T, QueryKey>({
    queryKey: [full, personalScope(scope)],
    queryFn: async ({ signal }) => (await request<T>("GET", full, { signal })).data,
    meta: { shape: "one" } satisfies QueryMeta,
    ...rest(options),
    enabled: mayAsk(scope, options),
  });
}

/** A list in pages that depends on who asks, or on their address or pin. */
export function personalList<T>(
  scope: Scope,
  path: string,
  params: Params = {},
  from = 1,
  options: Omit<PersonalOptions, "params"> = {},
) {
  const name = withQuery(path, params);
  return infiniteQueryOptions<
    Page<T>,
    Error,
    { pages: Page<T>[]; pageParams: number[] },
    QueryKey,
    number
  >({
    queryKey: [name, personalScope(scope), from > 1 ? `list:${from}` : "list"],
    queryFn: async ({ signal, pageParam }) =>
      toPage<T>(
        await request<T[]>("GET", withQuery(path, { ...params, page: pageParam }), { signal }),
      ),
    initialPageParam: from,
    getNextPageParam,
    getPreviousPageParam: (first) =>
      first.meta.current_page > 1 ? first.meta.current_page - 1 : undefined,
    meta: { shape: "list", page: from } satisfies QueryMeta,
    ...rest(options),
    enabled: mayAsk(scope, options),
  });
}

function getNextPageParam(last: Page<unknown>): number | undefined {
  return last.meta.current_page < last.meta.last_page ? last.meta.current_page + 1 : undefined;
}

function mayAsk(scope: Scope, options: PersonalOptions): boolean {
  // Before hydration is over nobody is known yet; `ready` keeps a question from being asked twice.
  if (!scope.ready || options.enabled === false) return false;
  return !options.needsLogin || scope.session !== "";
}

function rest(options: Options) {
  return {
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
  };
}

/** A list's answer as a Page; a list without meta is one full page. */
export function toPage<T>(answer: Answer<T[]>): Page<T> {
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

/** Everything of a list that was read so far; undefined before its first page is there. */
export function itemsOf<T>(list: {
  data: { pages: readonly { items: readonly T[] }[] } | undefined;
}): T[] | undefined {
  return list.data?.pages.flatMap((page) => page.items);
}

/** What a query's cache entry holds for an answer: used for what the server asked in advance. */
export function cacheEntry(meta: QueryMeta, answer: Answer<unknown>): unknown {
  if (meta.shape === "one") return answer.data;
  return { pages: [toPage(answer as Answer<unknown[]>)], pageParams: [meta.page ?? 1] };
}
