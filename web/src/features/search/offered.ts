import type { Suggestion } from "../../ui/SearchBox";

/** A suggestion and where it leads. */
export interface Offered extends Suggestion {
  to: string;
}
