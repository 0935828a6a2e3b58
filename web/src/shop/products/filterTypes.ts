import type { ReactNode } from "react";
import type { Ref } from "../../api/types";
import type { Query } from "../../lib/url";

/** What a result can be narrowed to; `count` where it is known how many are left. */
export interface FacetLists {
  categories?: readonly (Ref & { count?: number })[];
  stores?: readonly (Ref & { count?: number })[];
  price?: { min: number; max: number };
}

export interface FiltersProps extends FacetLists {
  /** The page's path, and its query: every filter is a link to the same page, narrowed. */
  path: string;
  query: Query;
  sorts: readonly string[];
  /** How many there are as it is narrowed now. */
  total?: number | undefined;
  /** Below another row that stays in sight: this one scrolls away. */
  floating?: boolean;
  /** More chips at the row's end. */
  children?: ReactNode;
}
