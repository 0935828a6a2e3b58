/**
 * TanStack Query's hooks for the server: a single cache lookup each. The build of the server bundle puts this file in
 * the package's place (vite.config.ts). The real hooks create an observer each, and a listing has one per product: they
 * took a third of its rendering time for the result of a cache lookup. serverQueries.test.tsx compares the two.
 */

import { skipToken, useQueryClient } from "@tanstack/react-query";
import { lookedAt } from "./render/parts";

export * from "@tanstack/react-query";

interface Options {
  queryKey: readonly unknown[];
  queryFn?: unknown;
  enabled?: unknown;
  select?: (data: unknown) => unknown;
  placeholderData?: unknown;
  getNextPageParam?: PageParam;
  getPreviousPageParam?: PageParam;
}
type PageParam = (page: unknown, all: unknown[], param: unknown, params: unknown[]) => unknown;
interface Pages {
  pages: unknown[];
  pageParams: unknown[];
}

/**
 * The name of a key on the server (see answers.ts). The package's own hash sorts the fields of each
 * object; that is not needed here, because api/query.ts makes all keys with their fields in one order.
 */
export const nameOfKey = (key: readonly unknown[]): string => JSON.stringify(key);

const nothing = () => Promise.resolve(undefined);

function useLook(options: Options) {
  const client = useQueryClient();
  const name = nameOfKey(options.queryKey);
  const state = client.getQueryCache().get(name)?.state;
  const cached = state?.data;
  lookedAt(name, cached);
  const placeholder =
    cached === undefined && options.placeholderData !== undefined
      ? typeof options.placeholderData === "function"
        ? options.placeholderData(undefined, undefined)
        : options.placeholderData
      : undefined;
  const found = cached === undefined ? placeholder : cached;
  const data = found !== undefined && options.select ? options.select(found) : found;
  const enabled =
    options.queryFn !== skipToken &&
    (typeof options.enabled === "function"
      ? options.enabled(client.getQueryCache().find({ queryKey: options.queryKey })) !== false
      : options.enabled !== false);
  const isSuccess = found !== undefined;
  // The browser's next step: fetch the data it lacks.
  const isFetching = enabled && cached === undefined;
  return {
    data,
    dataUpdatedAt: state?.dataUpdatedAt ?? 0,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    failureCount: 0,
    failureReason: null,
    fetchStatus: isFetching ? "fetching" : "idle",
    isEnabled: enabled,
    isError: false,
    isFetched: cached !== undefined,
    isFetchedAfterMount: false,
    isFetching,
    isInitialLoading: isFetching && !isSuccess,
    isLoading: isFetching && !isSuccess,
    isLoadingError: false,
    isPaused: false,
    isPending: !isSuccess,
    isPlaceholderData: cached === undefined && isSuccess,
    isRefetchError: false,
    isRefetching: isFetching && isSuccess,
    isStale: false,
    isSuccess,
    refetch: nothing,
    status: isSuccess ? "success" : "pending",
  };
}

export function useQuery(options: Options) {
  return useLook(options);
}

export function useInfiniteQuery(options: Options) {
  const result = useLook({ ...options, select: undefined });
  const list = result.data as Pages | undefined;
  const there = (param: PageParam | undefined, last: boolean) => {
    if (!param || !list || list.pages.length === 0) return false;
    const at = last ? -1 : 0;
    const more = param(list.pages.at(at), list.pages, list.pageParams.at(at), list.pageParams);
    return more !== undefined && more !== null;
  };
  return {
    ...result,
    data: list !== undefined && options.select ? options.select(list) : list,
    fetchNextPage: nothing,
    fetchPreviousPage: nothing,
    hasNextPage: there(options.getNextPageParam, true),
    hasPreviousPage: there(options.getPreviousPageParam, false),
    isFetchNextPageError: false,
    isFetchPreviousPageError: false,
    isFetchingNextPage: false,
    isFetchingPreviousPage: false,
  };
}

const idle = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isError: false,
  isIdle: true,
  isPaused: false,
  isPending: false,
  isSuccess: false,
  mutate: () => {},
  mutateAsync: nothing,
  reset: () => {},
  status: "idle",
  submittedAt: 0,
  variables: undefined,
};

export function useMutation() {
  return idle;
}
