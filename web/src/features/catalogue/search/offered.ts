import type { Suggestion } from "../../../ui/SearchBox";

/** A suggestion and the path it leads to. */
export interface Offered extends Suggestion {
  to: string;
  /** The district it leads to, which becomes the delivery area. */
  area?: string;
}
