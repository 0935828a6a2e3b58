/** Handles unsuccessful answers: creates their error and applies the consequences for the session. */

import { writeNumbers } from "../lib/format/figures";
import type { Figures } from "../lib/lang";
import { localNames, readLocal } from "../lib/local";
import { parse } from "./decode";
import { ApiError, type FailureBody } from "./errors";

/** The client's settings and callbacks (client.ts). */
export interface RefusalContext {
  figures: Figures;
  forbiddenEndsSession: boolean;
  loggedOut: (why: "ended" | "blocked", reason?: string) => void;
  notFound: () => void;
  suppressToast?: boolean | undefined;
}

/** The error of an answer; 401 and 403 end the session, 404 leaves for the not-found page. */
export function refusalOf(
  { status, headers }: Response,
  text: string,
  { figures, forbiddenEndsSession, loggedOut, notFound, suppressToast }: RefusalContext,
): ApiError {
  const body = parse(text);
  if (status === 403 && forbiddenEndsSession) loggedOut("blocked", blockReason(body));
  else if (status === 401 && readLocal(localNames.loginStatus) === null) loggedOut("ended");
  if (status === 404) notFound();
  const wait = Number(headers.get("Retry-After"));
  return new ApiError({
    status,
    body: typeof body === "object" && body !== null ? inFigures(body, figures) : undefined,
    toastSuppressed: suppressToast,
    retryAfter: wait > 0 ? wait : undefined,
  });
}

/** The reason why an account is blocked; without one the page shows its own text. */
function blockReason(body: unknown): string | undefined {
  const { code, message } = (body ?? {}) as FailureBody;
  return code === "blocked_because" ? message : undefined;
}

function inFigures(body: FailureBody, figures: Figures): FailureBody {
  if (figures === "latn") return body;
  const shown = (text: string) => writeNumbers(text, figures);
  const errors = Object.entries(body.errors ?? {}).map(([field, texts]) => [
    field,
    [texts].flat().map(shown),
  ]);
  return {
    ...body,
    ...(body.message === undefined ? {} : { message: shown(body.message) }),
    ...(body.errors ? { errors: Object.fromEntries(errors) } : {}),
  };
}
