import { useQueryClient } from "@tanstack/react-query";
import { contentPaths } from "./api";

/** Puts what was saved where the form reads it, and makes every list of content out of date. */
export function useContentSaved() {
  const client = useQueryClient();
  return function keep<T>(queryKey: readonly unknown[] | null, saved?: T) {
    if (queryKey && saved !== undefined) client.setQueryData(queryKey, saved);
    // Lists only: the form holds the newest there is.
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => contentPaths.some((one) => one === path),
    });
  };
}
