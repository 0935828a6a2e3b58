/** Failures where they are shown in place, not told in a toast (see api/errors.ts). */

import { useTranslation } from "../lib/translation";
import { ApiError, errorText, NoResponseError } from "./errors";

/** The words for a failure that is shown where it happened. */
export function useFailureText(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  return (error) => errorText(error, t, { inPlace: true }) ?? undefined;
}

/** What failed where there was no network to ask over. */
export const unanswered = () => new NoResponseError();

/** The status a call was answered with; 0 when there was no answer. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
