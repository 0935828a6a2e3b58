import type { Suggestion } from "../../../ui/SearchBox";

/** A suggestion and where it leads. */
export interface Offered extends Suggestion {
  to: string;
  /** The district it leads to, which becomes the place one shops for. */
  area?: string;
}
