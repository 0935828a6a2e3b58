/** Unsaved changes of a record: kept in this tab, through reloads. */

import { readTab, removeTab, tabNames, writeTab } from "../lib/tab";

/** The typed values, and the record's values when typing began. */
export interface Typed<D> {
  base: D;
  values: D;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which two drafts differ. */
export function differing<D extends object>(a: D, b: D): (keyof D & string)[] {
  const names = Object.keys({ ...a, ...b }) as (keyof D & string)[];
  return names.filter((name) => !same(a[name], b[name]));
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? "list" : value === null ? "null" : typeof value;

/** The fields of `value` with the same type as those in `like`; stored data is not trusted unchecked. */
function believed<D extends object>(value: unknown, like: D): D {
  if (kindOf(value) !== "object") return like;
  const known = Object.entries(value as object).filter(
    ([name, one]) => name in like && kindOf(one) === kindOf(like[name as keyof D]),
  );
  return { ...like, ...Object.fromEntries(known) };
}

/** The unsaved changes of an earlier visit, if there are any. */
export function readDraft<D extends object>(name: string, blank: D): Typed<D> | null {
  try {
    const text = readTab(tabNames.formDraft, name);
    const stored: unknown = text === null ? null : JSON.parse(text);
    if (stored === null || typeof stored !== "object") return null;
    const { base, values } = stored as Partial<Typed<unknown>>;
    const typed = { base: believed(base, blank), values: believed(values, blank) };
    return same(typed.base, typed.values) ? null : typed;
  } catch {
    // Unreadable: treated as no changes.
    return null;
  }
}

export function keepDraft(name: string, typed: Typed<object> | null): void {
  if (typed === null) removeTab(tabNames.formDraft, name);
  else writeTab(tabNames.formDraft, JSON.stringify(typed), name);
}
