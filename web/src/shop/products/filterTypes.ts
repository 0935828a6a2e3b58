import type { ReactNode } from "react";
import type { Extra, ListParams } from "../../api/operations";
import type { Query } from "../../lib/url";

/** The values a result can be filtered by, each with its number of products. */
export type Facets = Extra<"GET", "/search">["facets"];

export interface FiltersProps {
  /** The page's path and query: every filter links to the same page, filtered. */
  path: string;
  query: Query;
  sorts: readonly string[];
  /** Set where the list returned them. */
  facets?: Facets | undefined;
  /** The list's base query, apart from the address: the sheet requests its facets with it. */
  within?: ListParams<"/search">;
  /** The number of products with the current filters. */
  total?: number | undefined;
  /** Below another sticky row: this one scrolls away. */
  floating?: boolean;
  /** Wide screens show the filters next to the list, so that the row leaves them out. */
  beside?: boolean;
  /** More chips at the row's end. */
  children?: ReactNode;
}

/**
 * The filters of a list; both ends of the price count as one. The category or store that the list
 * is `within` comes from the page and is not the customer's choice.
 */
function choices({ within }: Pick<FiltersProps, "within">): (readonly string[])[] {
  const anywhere = [["price_min", "price_max"], ["offer"], ["in_stock"]];
  return within ? anywhere : [["category_id"], ["store_id"], ...anywhere];
}

type Chosen = Pick<FiltersProps, "query" | "within">;

/** The number of chosen filters: shown on the row's button, and removed by `unfiltered`. */
export const chosenCount = (props: Chosen) =>
  choices(props).filter((names) => names.some((name) => props.query.has(name))).length;

/** The address without the chosen filters. */
export const unfiltered = ({ path, ...props }: Chosen & Pick<FiltersProps, "path">) =>
  path +
  props.query.with(
    Object.fromEntries([...choices(props).flat(), "page"].map((name) => [name, null])),
  );
