import { useRef, useState } from "react";
import { useTranslation } from "../lib/translation";
import { ApiError, errorText } from "./errors";

export interface Action {
  /** The action is under way. */
  busy: boolean;
  /** The error of the last try, null when it succeeded. */
  failure: unknown;
  /** The failure's text, to show next to the control; null when there is none. */
  problem: string | null;
  /** The failure's message about one field. */
  errorOf: (field: string) => string | undefined;
  /** Runs the action, unless it is already under way; resolves to whether it succeeded. */
  run: (what: () => Promise<unknown>, options?: RunOptions) => Promise<boolean>;
  /** Clears the failure, because its subject has changed. */
  forget: () => void;
}

export interface RunOptions {
  /** Success leads to another page: it stays busy until then. */
  leaves?: boolean;
  /** Runs after a failure, in addition to showing it. */
  failed?: (error: unknown) => void;
}

/** An action that the server may refuse: its progress, its failure and the failure's text. */
export function useAction(): Action {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // A second press may come before the button is rendered as busy.
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
        // An action that leads to another page stays busy: it must not run again while this page is
        // still shown.
        running.current = worked && leaves;
        if (!running.current) setBusy(false);
      }
      return worked;
    },
    forget: () => setFailure(null),
  };
}
