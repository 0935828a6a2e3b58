import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "../api/errors";
import { focusWrong } from "../lib/focusWrong";
import { focusHalfFilled } from "../lib/halfFilled";
import { differing, keepDraft, readDraft, same, type Typed } from "./drafts";
import { type Difference, differences, merged, type Side } from "./merge";

export type Labels<D> = Readonly<Record<keyof D & string, string>>;

export interface FormOptions<R, D extends object> {
  /** Names what is edited ("coupon:cpn_1"): what is typed is kept in this tab under it. */
  name: string;
  /** The record as it was read; null for something new. */
  record: R | null;
  /** What the form holds of a record, or of a new one. */
  draftOf: (record: R | null) => D;
  /** What each field is called: at the field, and where two versions are compared. */
  labels: Labels<D>;
  /** Sends it; a change goes with the version of `record`. */
  save: (values: D, record: R | null) => Promise<R>;
  /** It is saved: keep it where it is read, say so, lead elsewhere. */
  onSaved: (saved: R) => void;
}

/** What a control of the kit takes of a form: spread it on the input. */
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
  /** One field: its name, label, value, error, and what changes it. */
  field: <N extends keyof D & string>(name: N) => Bound<D[N]>;
  /** What the server said about a field that has not been touched since; "steps.0.minutes" too. */
  errorOf: (name: string) => string | undefined;
  /** Something is typed that is not saved. */
  changed: boolean;
  /** It was typed on an earlier visit. */
  restored: boolean;
  busy: boolean;
  failure: unknown;
  /** What somebody else changed since one began to type. */
  moved: readonly Difference<D>[];
  choose: (name: keyof D & string, side: Side) => void;
  /** Back to what is saved. */
  discard: () => void;
  submit: (event?: FormEvent) => Promise<boolean>;
  /** What was asked for beside saving was refused: said at the fields, as if it had been saving. */
  refuse: (failure: unknown) => void;
}

/**
 * The one kernel of every form of the console. What is typed stays through errors, reloads and
 * going elsewhere, until it is saved or thrown away; while nothing is typed the form follows the
 * record. The server's refusals stand at their fields. When somebody else saved meanwhile (409
 * moved_on, or a later look), both versions are kept and shown field by field, and saving goes
 * against the new one.
 *
 *   const form = useForm({ name: `coupon:${id}`, record, draftOf, labels, save, onSaved });
 *   <RecordForm form={form} saveLabel={t("save")}>
 *     <TextInput {...form.field("code")} dir="ltr" />
 *   </RecordForm>
 */
export function useForm<R, D extends object>(options: FormOptions<R, D>): Form<D> {
  const { name, record, draftOf, labels, save, onSaved } = options;
  const ref = useRef<HTMLFormElement>(null);
  // The refusal's record, until the record is read anew.
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
    // What one types is what one wants, also where somebody else changed it.
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
          // Sent untouched, there is still something to compare.
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
