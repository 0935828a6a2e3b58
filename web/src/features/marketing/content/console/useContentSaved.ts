import { useQueryClient } from "@tanstack/react-query";
import { contentPaths } from "./api";

/** Stores a saved item where the form reads it, and invalidates every list of content. */
export function useContentSaved() {
  const client = useQueryClient();
  return function keep<T>(queryKey: readonly unknown[] | null, saved?: T) {
    if (queryKey && saved !== undefined) client.setQueryData(queryKey, saved);
    // Lists only: the form has the newest version already.
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => contentPaths.some((one) => one === path),
    });
  };
}
