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

/** Names of the filters that only the choices hold, of which the row's button says how many are set. */
export const inSheet = ["category_id", "store_id", "price_min", "price_max"] as const;
