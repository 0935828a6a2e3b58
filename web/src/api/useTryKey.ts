import { useRef } from "react";
import { newKey } from "../lib/newKey";
import { isAnswer } from "./errors";

export interface TryKey {
  /** The Idempotency-Key of a body: the same as long as the same is sent without an answer. */
  of: (body: unknown) => string;
  /** It was answered, by success or by a failure that is an answer: the next try is a new one. */
  answered: (failure?: unknown) => void;
}

/** Keeps a thing from being done twice when the answer to the first try was lost. */
export function useTryKey(): TryKey {
  const open = useRef<{ text: string; key: string } | null>(null);
  return {
    of(body) {
      const text = JSON.stringify(body);
      if (open.current?.text !== text) open.current = { text, key: newKey() };
      return open.current.key;
    },
    answered(failure) {
      if (failure === undefined || isAnswer(failure)) open.current = null;
    },
  };
}
