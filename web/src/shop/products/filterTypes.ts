import type { ReactNode } from "react";
import type { Extra, ListParams } from "../../api/operations";
import type { Query } from "../../lib/url";

/** What a result can be narrowed to, and how many are left of each. */
export type Facets = Extra<"GET", "/search">["facets"];

export interface FiltersProps {
  /** The page's path, and its query: every filter is a link to the same page, narrowed. */
  path: string;
  query: Query;
  sorts: readonly string[];
  /** Where the list came with them. */
  facets?: Facets | undefined;
  /** What the list is of, apart from what the address says: the sheet asks for its facets. */
  within?: ListParams<"/search">;
  /** How many there are as it is narrowed now. */
  total?: number | undefined;
  /** Below another row that stays in sight: this one scrolls away. */
  floating?: boolean;
  /** The choices stand beside the list on wide screens, so that the row leaves them out. */
  beside?: boolean;
  /** More chips at the row's end. */
  children?: ReactNode;
}

/**
 * What can be chosen of a list, the two ends of a price as one. The category or store that the list is `within` was
 * come by: nobody chose it here.
 */
function choices({ within }: Pick<FiltersProps, "within">): (readonly string[])[] {
  const anywhere = [["price_min", "price_max"], ["offer"], ["in_stock"]];
  return within ? anywhere : [["category_id"], ["store_id"], ...anywhere];
}

type Chosen = Pick<FiltersProps, "query" | "within">;

/** How many filters are chosen: what the row's button says, and `unfiltered` takes away. */
export const chosenCount = (props: Chosen) =>
  choices(props).filter((names) => names.some((name) => props.query.has(name))).length;

/** The address without what was chosen. */
export const unfiltered = ({ path, ...props }: Chosen & Pick<FiltersProps, "path">) =>
  path +
  props.query.with(
    Object.fromEntries([...choices(props).flat(), "page"].map((name) => [name, null])),
  );
