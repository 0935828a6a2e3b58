import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { focusWrong } from "../lib/focusWrong";
import { focusHalfFilled } from "../lib/halfFilled";
import { ApiError } from "./errors";
import { type Action, type RunOptions, useAction } from "./useAction";

/** The errors of the typed values by field, as text; nothing for valid fields. */
export type Wrong<V extends object> = Partial<Record<keyof V & string, string | undefined>>;

/** The properties of a form control; spread them on the input. */
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
  /** Replaces refused values by others; the refusal's message stays. */
  put: (changes: Partial<V>) => void;
  /** Replaces the values, as if nothing had been typed or submitted. */
  reset: (values: V) => void;
  field: <N extends keyof V & string>(name: N) => Field<V[N]>;
  /** The error to show at a field: its validation error after the first try, or the server's message. */
  error: (name: keyof V & string) => string | undefined;
  /** The failure where no field shows it, null where one does. */
  elsewhere: unknown;
  /** Returns the submit handler of a form: it does nothing while a field is invalid. */
  submit: (
    send: () => Promise<unknown>,
    options?: SubmitOptions<V>,
  ) => (event?: FormEvent) => Promise<boolean>;
}

interface SubmitOptions<V extends object> extends RunOptions {
  /** The fields that must be valid for it; all of them where none are named. */
  only?: readonly (keyof V & string)[];
}

/**
 * A form with validation: errors are shown at their fields from the first try on, the first invalid field gets the
 * focus, and a server's refusal stays at its field until that changes. Spread `form.field("name")` on an input, and
 * show `form.elsewhere` in a Failure. For console records that others may change, see useForm.
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
