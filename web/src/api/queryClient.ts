import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { reachable } from "./online";

const minute = 60_000;

/**
 * The cache of what was read: kept 5 minutes, fresh for one, never asked again because a window
 * got the focus. A refusal is final; only a missing answer or a server's trouble is tried once more.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * minute,
        staleTime: minute,
        refetchOnWindowFocus: false,
        // Without a network the service worker may still know the answer.
        networkMode: "offlineFirst",
        retry: (count, error) =>
          count < 1 && reachable.get() && (!(error instanceof ApiError) || error.status >= 500),
      },
      // What somebody does is sent or said to have failed; it does not wait in silence.
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * A page that the browser kept whole and brings back shows what was true when it was left: what is
 * on it is asked for again. The cart may have been ordered since.
 */
export function refreshOnReturn(client: QueryClient): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void client.invalidateQueries();
  });
}
