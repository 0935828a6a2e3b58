/** Merges the changes that two people made to one record. */

import { differing, same, type Typed } from "./drafts";

export type Side = "mine" | "theirs";

/** A field that a colleague changed since typing began. */
export interface Difference<D> {
  name: keyof D & string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both changed it to different values. */
  clash: boolean;
  /** The side whose value is saved. */
  side: Side;
}

/**
 * The differences between the record when typing began and its current version. Fields that were
 * not edited take the colleague's value; a field that both changed keeps the typed value until a
 * side is chosen.
 */
export function differences<D extends object>(
  { base, values }: Typed<D>,
  now: D,
  chosen: Partial<Record<keyof D, Side>> = {},
): Difference<D>[] {
  return differing(base, now).map((name) => {
    const touched = !same(base[name], values[name]);
    return {
      name,
      base: base[name],
      mine: values[name],
      theirs: now[name],
      clash: touched && !same(values[name], now[name]),
      side: chosen[name] ?? (touched ? "mine" : "theirs"),
    };
  });
}

/** The draft with the colleague's values where that side was chosen. */
export function merged<D extends object>(values: D, list: readonly Difference<D>[]): D {
  const taken = list.filter(({ side }) => side === "theirs");
  return { ...values, ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])) };
}
