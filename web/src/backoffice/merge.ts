/** Two people changed one record: what each of them changed, and what comes of it. */

import { differing, same, type Typed } from "./drafts";

export type Side = "mine" | "theirs";

/** A field that somebody else changed since one began to type. */
export interface Difference<D> {
  name: keyof D & string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both changed it, each to something else. */
  clash: boolean;
  /** What is saved of it. */
  side: Side;
}

/**
 * What somebody else changed between the record one typed over and the record as it is now. What
 * one did not touch follows them; what both touched stays as one typed it, until one chooses.
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

/** The draft that takes each difference from the side it was chosen from. */
export function merged<D extends object>(values: D, list: readonly Difference<D>[]): D {
  const taken = list.filter(({ side }) => side === "theirs");
  return { ...values, ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])) };
}
