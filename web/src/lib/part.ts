import { type ComponentType, lazy } from "react";

/** When code that could not be fetched is tried again, in milliseconds. */
export const again = 5_000;

/**
 * A part of a page whose code comes when it is shown. What cannot be fetched is tried again: what
 * is around it stays, with the part's fallback in its place.
 */
export function part<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const fetched = (): ReturnType<typeof load> =>
    load().catch(() => new Promise((wait) => setTimeout(wait, again)).then(fetched));
  return lazy(fetched);
}
