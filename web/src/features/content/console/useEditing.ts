import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { readTab, removeTab, tabNames, writeTab } from "../../../lib/tab";

type Value = string | number | boolean | string[];

const alike = (value: unknown, like: unknown) =>
  Array.isArray(like)
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof like;

/** What was typed before and not saved; nothing of it is believed unseen. */
export function keptDraft<D extends object>(thing: string, saved: D): D | null {
  try {
    const text = readTab(tabNames.formDraft, thing);
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const like = saved as Record<string, unknown>;
    const known = Object.entries(value).filter(([name, one]) => alike(one, like[name]));
    const draft = { ...saved, ...Object.fromEntries(known) };
    return same(draft, saved) ? null : draft;
  } catch {
    // Unreadable: as if nothing was typed.
    return null;
  }
}

export function keepDraft(thing: string, draft: object | null): void {
  if (draft === null) removeTab(tabNames.formDraft, thing);
  else writeTab(tabNames.formDraft, JSON.stringify(draft), thing);
}

/** Whether nothing was typed; which version it was typed over is no matter then. */
const same = (a: object, b: object) => words(a) === words(b);
const words = (draft: object) =>
  JSON.stringify(draft, (name, value: unknown) => (name === "version" ? undefined : value));

export interface Editing<D> {
  draft: D;
  /** Something is typed that is not saved. */
  changed: boolean;
  /** It was typed on an earlier visit. */
  restored: boolean;
  busy: boolean;
  failure: unknown;
  set: (changes: Partial<D>) => void;
  /** Back to what is saved. */
  discard: () => void;
  /** What the last try said about a field that has not been touched since. */
  errorOf: (name: string) => string | undefined;
  /** Runs a try to save; what is typed is forgotten once it worked. */
  save: (run: (draft: D) => Promise<void>) => Promise<boolean>;
}

/**
 * What is typed over what is saved. It stays through errors, reloads and going elsewhere, until it
 * is saved or thrown away; while nothing is typed, the form follows what is saved.
 */
export function useEditing<D extends { [Name in keyof D]: Value }>(
  thing: string,
  saved: D,
): Editing<D> {
  const [typed, setTyped] = useState<D | null>(() => keptDraft(thing, saved));
  const [restored, setRestored] = useState(typed !== null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const draft = typed ?? saved;

  function put(next: D | null) {
    keepDraft(thing, next);
    setTyped(next);
  }
  return {
    draft,
    changed: typed !== null,
    restored: restored && typed !== null,
    busy,
    failure,
    set(changes) {
      const next = { ...draft, ...changes };
      put(same(next, saved) ? null : next);
      setTouched((names) => [...names, ...Object.keys(changes)]);
    },
    discard() {
      put(null);
      setRestored(false);
      setFailure(null);
    },
    errorOf(name) {
      if (!(failure instanceof ApiError) || touched.includes(name)) return undefined;
      return failure.field(name) ?? undefined;
    },
    async save(run) {
      setBusy(true);
      setFailure(null);
      setTouched([]);
      try {
        await run(draft);
        put(null);
        setRestored(false);
        return true;
      } catch (error) {
        setFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
