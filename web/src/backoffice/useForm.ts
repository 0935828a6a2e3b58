import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "../api/errors";
import { focusWrong } from "../lib/focusWrong";
import { focusHalfFilled } from "../lib/halfFilled";
import { differing, keepDraft, readDraft, same, type Typed } from "./drafts";
import { type Difference, differences, merged, type Side } from "./merge";

export type Labels<D> = Readonly<Record<keyof D & string, string>>;

export interface FormOptions<R, D extends object> {
  /** Names the edited record ("coupon:cpn_1"): unsaved changes are kept in this tab under it. */
  name: string;
  /** The record as it was read; null for a new one. */
  record: R | null;
  /** The form's values for a record, or for a new one. */
  draftOf: (record: R | null) => D;
  /** The label of each field: at the field, and where two versions are compared. */
  labels: Labels<D>;
  /** Sends the values; a change is sent with the version of `record`. */
  save: (values: D, record: R | null) => Promise<R>;
  /** Called after saving: update the cache, show a message, navigate. */
  onSaved: (saved: R) => void;
}

/** The properties of a form control; spread them on the input. */
export interface Bound<T> {
  name: string;
  label: string;
  value: T;
  error: string | undefined;
  onValueChange: (value: T) => void;
}

export interface Form<D extends object> {
  ref: RefObject<HTMLFormElement | null>;
  values: D;
  labels: Labels<D>;
  set: (changes: Partial<D>) => void;
  /** One field: its name, label, value, error and change handler. */
  field: <N extends keyof D & string>(name: N) => Bound<D[N]>;
  /** The server's message about a field not edited since; "steps.0.minutes" works too. */
  errorOf: (name: string) => string | undefined;
  /** There are unsaved changes. */
  changed: boolean;
  /** They were typed on an earlier visit. */
  restored: boolean;
  busy: boolean;
  failure: unknown;
  /** The fields that a colleague changed since typing began. */
  moved: readonly Difference<D>[];
  choose: (name: keyof D & string, side: Side) => void;
  /** Discards the unsaved changes. */
  discard: () => void;
  submit: (event?: FormEvent) => Promise<boolean>;
  /** Shows the refusal of another request at the fields, as if saving had been refused. */
  refuse: (failure: unknown) => void;
}

/**
 * The kernel of every form of the console. Unsaved changes survive errors, reloads and navigation; without them the
 * form follows the record. Refusals are shown at their fields. When a colleague saved meanwhile (409 moved_on, or a
 * refetch), both versions are kept and compared field by field; saving then uses the new version.
 */
export function useForm<R, D extends object>(options: FormOptions<R, D>): Form<D> {
  const { name, record, draftOf, labels, save, onSaved } = options;
  const ref = useRef<HTMLFormElement>(null);
  // The record from the refusal, until the record is refetched.
  const [newer, setNewer] = useState<{ than: R | null; record: R } | null>(null);
  const latest = newer !== null && newer.than === record ? newer.record : record;
  const saved = draftOf(latest);
  const [typed, setTyped] = useState<Typed<D> | null>(() => readDraft(name, saved));
  const [restored, setRestored] = useState(typed !== null);
  const [chosen, setChosen] = useState<Partial<Record<keyof D, Side>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const running = useRef(false);

  const moved = typed === null ? [] : differences(typed, saved, chosen);
  const values = typed === null ? saved : merged(typed.values, moved);
  const changed = typed !== null && differing(values, saved).length > 0;

  useEffect(() => {
    if (failure === null) return;
    focusWrong(ref.current);
  }, [failure]);
  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [changed]);

  function put(next: Typed<D> | null) {
    keepDraft(name, next);
    setTyped(next);
  }
  function forget() {
    put(null);
    setRestored(false);
    setChosen({});
  }
  function set(changes: Partial<D>) {
    const base = typed?.base ?? saved;
    const next = { ...(typed?.values ?? saved), ...changes };
    put(same(next, base) ? null : { base, values: next });
    // A typed value is the chosen one, also where a colleague changed the field.
    const names = Object.keys(changes) as (keyof D & string)[];
    if (moved.length > 0) {
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(names.map((one) => [one, "mine" satisfies Side])),
      }));
    }
    setTouched((before) => [...before, ...names]);
  }
  const errorOf = (field: string) => {
    const fresh = !touched.some((one) => field === one || field.startsWith(`${one}.`));
    return fresh && failure instanceof ApiError ? (failure.field(field) ?? undefined) : undefined;
  };
  return {
    ref,
    values,
    labels,
    set,
    errorOf,
    field: (field) => ({
      name: field,
      label: labels[field],
      value: values[field],
      error: errorOf(field),
      onValueChange: (value) => set({ [field]: value } as unknown as Partial<D>),
    }),
    changed,
    restored: restored && changed,
    busy,
    failure,
    moved,
    choose: (field, side) => setChosen((before) => ({ ...before, [field]: side })),
    discard() {
      forget();
      setFailure(null);
    },
    refuse(refusal) {
      setTouched([]);
      setFailure(refusal);
    },
    async submit(event) {
      event?.preventDefault();
      if (running.current || focusHalfFilled(ref.current)) return false;
      running.current = true;
      setBusy(true);
      setFailure(null);
      setTouched([]);
      try {
        const stored = await save(values, latest);
        forget();
        onSaved(stored);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === "moved_on" && error.current !== null) {
          setNewer({ than: record, record: error.current as R });
          // Submitted without changes, there is still something to compare.
          if (typed === null) put({ base: saved, values });
        }
        setFailure(error);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
