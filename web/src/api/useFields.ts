import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { focusWrong } from "../lib/focusWrong";
import { focusHalfFilled } from "../lib/halfFilled";
import { ApiError } from "./errors";
import { type Action, type RunOptions, useAction } from "./useAction";

/** What is wrong with what was typed, by field, in words; nothing for what is right. */
export type Wrong<V extends object> = Partial<Record<keyof V & string, string | undefined>>;

/** What a control of the kit takes of a form: spread it on the input. */
export interface Field<T> {
  name: string;
  value: T;
  error: string | undefined;
  onValueChange: (value: T) => void;
}

export interface Fields<V extends object> extends Action {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  set: (changes: Partial<V>) => void;
  /** Other values in place of what was refused: what was said of it stays. */
  put: (changes: Partial<V>) => void;
  /** Other values, as if nothing had been typed or tried. */
  reset: (values: V) => void;
  field: <N extends keyof V & string>(name: N) => Field<V[N]>;
  /** What stands at a field: what is wrong with it once it was tried, or what the server said of it. */
  error: (name: keyof V & string) => string | undefined;
  /** The failure where no field says it, null where one does. */
  elsewhere: unknown;
  /** What a form does when it is sent: nothing while something is wrong. */
  submit: (
    send: () => Promise<unknown>,
    options?: SubmitOptions<V>,
  ) => (event?: FormEvent) => Promise<boolean>;
}

interface SubmitOptions<V extends object> extends RunOptions {
  /** The fields that must be right for it; all of them where none are named. */
  only?: readonly (keyof V & string)[];
}

/**
 * A form that is typed and sent: what is wrong is said at its field from the first try on, the first
 * wrong field gets the focus, and what the server refuses stands at its field until that is changed.
 * The console's records, which others may change meanwhile, have useForm.
 *
 *   const form = useFields({ name: "" }, ({ name }) => ({ name: name === "" ? t("required") : "" }));
 *   <form ref={form.ref} onSubmit={form.submit(() => save(form.values))} noValidate>
 *     <TextInput {...form.field("name")} label={t("name")} required />
 *     <Failure of={form.elsewhere} />
 */
export function useFields<V extends object>(
  start: V | (() => V),
  judge: (values: V) => Wrong<V> = () => ({}),
): Fields<V> {
  const ref = useRef<HTMLFormElement>(null);
  const action = useAction();
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState(0);
  const wrong = judge(values);
  const { failure } = action;

  useEffect(() => {
    if (refusals === 0 && failure === null) return;
    focusWrong(ref.current);
  }, [refusals, failure]);

  const put = (changes: Partial<V>) => setValues((now) => ({ ...now, ...changes }));
  function set(changes: Partial<V>) {
    put(changes);
    setTouched((now) => [...now, ...Object.keys(changes)]);
  }
  const error = (name: keyof V & string) =>
    (touched.includes(name) ? undefined : action.errorOf(name)) ||
    (tried && wrong[name]) ||
    undefined;
  const atField = Object.keys(values).some((name) => action.errorOf(name) !== undefined);
  return {
    ...action,
    ref,
    values,
    set,
    put,
    reset(next) {
      setValues(next);
      setTried(false);
      setTouched([]);
    },
    error,
    field: (name) => ({
      name,
      value: values[name],
      error: error(name),
      onValueChange: (value) => set({ [name]: value } as unknown as Partial<V>),
    }),
    elsewhere: failure instanceof ApiError && atField ? null : failure,
    submit:
      (send, { only, ...options } = {}) =>
      async (event) => {
        event?.preventDefault();
        setTried(true);
        if (focusHalfFilled(ref.current)) return false;
        const asked: readonly (keyof V & string)[] =
          only ?? (Object.keys(wrong) as (keyof V & string)[]);
        if (asked.some((name) => wrong[name])) {
          setRefusals((now) => now + 1);
          return false;
        }
        setTouched([]);
        return action.run(send, options);
      },
  };
}
