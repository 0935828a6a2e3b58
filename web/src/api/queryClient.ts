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
 * Fetches the data of a page again that the browser kept whole and brings back: the cart may have
 * been ordered since. A page of another session than the present one is hidden and loaded anew,
 * before a request in the name of the old one is refused. Returns how to stop.
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
