import type { Asked } from "../ui/Loaded";
import type { Parts } from "./RecordList";

/**
 * A list that is answered whole, for RecordList.
 *
 *   list={wholeList(query, query.data)}
 */
export function wholeList<T>(query: Asked<unknown>, items: readonly T[] | undefined): Parts<T> {
  return {
    ...query,
    data: items && { pages: [{ items }] },
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
  };
}
