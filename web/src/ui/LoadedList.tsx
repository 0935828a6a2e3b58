import type { ReactNode } from "react";
import { type Asked, type FrameProps, Loaded } from "./Loaded";

export interface LoadedListProps<T> extends FrameProps {
  query: Asked<unknown>;
  /** The items of the list, once `query` is answered. */
  items: readonly T[] | undefined;
  /** The content of an empty list: an EmptyState, or one sentence. */
  empty: ReactNode;
  row: (item: T, place: number) => ReactNode;
  className?: string;
}

/**
 * A list behind a query: loading, failed, empty, or its rows. `items` is usually `itemsOf(list)`; a
 * list in pages is followed by `<More list={list} texts="support" />`.
 */
export function LoadedList<T extends { id: string }>({
  query,
  items = [],
  empty,
  row,
  className = "flex flex-col gap-3",
  ...frame
}: LoadedListProps<T>) {
  return (
    <Loaded query={query} {...frame}>
      {() =>
        items.length === 0 ? (
          empty
        ) : (
          <ul className={className}>
            {items.map((item, place) => (
              <li key={item.id}>{row(item, place)}</li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
