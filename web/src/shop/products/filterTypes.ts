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
  /** More chips at the row's end. */
  children?: ReactNode;
}
