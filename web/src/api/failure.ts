/** Failures where they are shown in place, not told in a toast (see api/errors.ts). */

import { useTranslation } from "../lib/translation";
import { ApiError, errorText, NoResponseError } from "./errors";

/** The words for a failure that is shown where it happened. */
export function useFailureText(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  return (error) => errorText(error, t, { inPlace: true }) ?? undefined;
}

/**
 * What to do about a read that failed: the same screen may lack the network, wait for us, or be
 * asked too often, and each wants something else of the person. Nothing where the failure's own
 * words are a refusal that says it.
 */
export function useFailureHint(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  return (error) => {
    if (error === null || error instanceof NoResponseError) return t("errors:hint_connection");
    if (!(error instanceof ApiError)) return t("errors:hint_server");
    if (error.status === 429 || error.status === 503) return t("errors:hint_busy");
    return error.status >= 500 ? t("errors:hint_server") : undefined;
  };
}

/** What failed where there was no network to ask over. */
export const unanswered = () => new NoResponseError();

/** The status a call was answered with; 0 when there was no answer. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
