import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { reachable } from "./online";

const minute = 60_000;

/**
 * The query cache: entries are kept 5 minutes and fresh for one, and never refetched because a
 * window received the focus. A refusal is final; only a missing answer or a server error is
 * retried, once.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * minute,
        staleTime: minute,
        refetchOnWindowFocus: false,
        // Without a network the service worker may still have the answer.
        networkMode: "offlineFirst",
        retry: (count, error) =>
          count < 1 && reachable.get() && (!(error instanceof ApiError) || error.status >= 500),
      },
      // A customer's action is sent, or shown as failed; it is never queued silently.
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * Refetches the data of a page that the browser restores from its back/forward cache: the cart may
 * have been ordered since. A page of another session is hidden and reloaded, before a request with
 * the old token is refused. Returns a function that stops it.
 */
export function refreshOnReturn(
  client: QueryClient,
  session: () => string,
  reload = () => window.location.reload(),
): () => void {
  let left = session();
  const onHide = () => {
    left = session();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (session() === left) void client.invalidateQueries();
    else {
      document.documentElement.hidden = true;
      reload();
    }
  };
  window.addEventListener("pagehide", onHide);
  window.addEventListener("pageshow", onShow);
  return () => {
    window.removeEventListener("pagehide", onHide);
    window.removeEventListener("pageshow", onShow);
  };
}
