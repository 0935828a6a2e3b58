import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Item, ListPath } from "../api/operations";
import { itemsOf } from "../api/query";
import type { keysetList } from "./keyset";

/**
 * All rows of a list in parts, for a field one chooses from: each part that came asks for the next.
 *
 *   const stores = useAllRows(storesList(scope, {}));
 */
export function useAllRows<P extends ListPath>(list: ReturnType<typeof keysetList<P>>): Item<P>[] {
  const read = useInfiniteQuery(list);
  const { hasNextPage, isFetching, isError, fetchNextPage } = read;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return itemsOf(read) ?? [];
}
