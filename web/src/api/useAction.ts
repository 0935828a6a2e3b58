import { useRef, useState } from "react";
import { useTranslation } from "../lib/translation";
import { ApiError, errorText } from "./errors";

export interface Action {
  /** It is under way. */
  busy: boolean;
  /** What the last try failed with, null when it did not. */
  failure: unknown;
  /** The words for the failure, shown where it was asked for; null when there is none to show. */
  problem: string | null;
  /** What the failure says about one field. */
  errorOf: (field: string) => string | undefined;
  /** Does it, unless it is under way already; whether it worked. */
  run: (what: () => Promise<unknown>, options?: RunOptions) => Promise<boolean>;
  /** Nothing failed any more: what it was about has changed. */
  forget: () => void;
}

export interface RunOptions {
  /** Success leads away from here: it stays busy until then. */
  leaves?: boolean;
  /** What is to be done beside saying so when it failed. */
  failed?: (error: unknown) => void;
}

/** What a press does and its server may refuse: under way, failed, and in which words. */
export function useAction(): Action {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A second press may come before the first has drawn the button busy.
  const running = useRef(false);
  const refused = failure instanceof ApiError ? failure : null;
  return {
    busy,
    failure,
    problem: failure === null ? null : errorText(failure, t, { inPlace: true }),
    errorOf: (field) => refused?.field(field) ?? undefined,
    async run(what, { leaves = false, failed } = {}) {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFailure(null);
      let worked = false;
      try {
        await what();
        worked = true;
      } catch (error) {
        setFailure(error);
        failed?.(error);
      } finally {
        // What leads away stays under way: it is not done again while the page still stands.
        running.current = worked && leaves;
        if (!running.current) setBusy(false);
      }
      return worked;
    },
    forget: () => setFailure(null),
  };
}
