import { type ComponentType, lazy } from "react";

/** Milliseconds until code that could not be fetched is retried. */
export const again = 5_000;

/**
 * A part of a page whose code is loaded when it is shown. A failed load is retried: the rest of the
 * page stays, with the part's fallback in its place.
 */
export function part<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const fetched = (): ReturnType<typeof load> =>
    load().catch(() => new Promise((wait) => setTimeout(wait, again)).then(fetched));
  return lazy(fetched);
}
