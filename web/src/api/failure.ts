/** Failures that are shown in place instead of in a toast (see api/errors.ts). */

import { useTranslation } from "../lib/translation";
import { ApiError, errorText, NoResponseError } from "./errors";

/** The text of a failure that is shown where it happened. */
export function useFailureText(): (error: unknown) => string | undefined {
  const { t } = useTranslation();
  return (error) => errorText(error, t, { inPlace: true }) ?? undefined;
}

/**
 * Advice for a failed read: the network may be gone, the server may fail, or it may limit requests,
 * and each needs another action. Undefined where the failure is a refusal with its own message.
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

/** The failure of a request that could not be sent without a network. */
export const unanswered = () => new NoResponseError();

/** The status of a failed call; 0 when there was no answer. */
export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}
