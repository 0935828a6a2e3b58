/**
 * The failures of a call, and the texts that customers see for them (section 8 of the
 * specification). Code branches on `status` and `code`; the texts are for people only.
 */

export interface FailureBody {
  message?: string;
  code?: string;
  errors?: Record<string, string[] | string>;
  data?: { current?: unknown };
}

export interface ApiErrorInit {
  status: number;
  body?: FailureBody | undefined;
  /** The caller shows the failure itself, in place: no toast. */
  toastSuppressed?: boolean | undefined;
  /** Seconds to wait before another try, from Retry-After. */
  retryAfter?: number | undefined;
}

/** A call that was answered, but not with success. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly serverMessage: string;
  readonly toastSuppressed: boolean;
  readonly retryAfter: number | null;
  /** For a change to an outdated version of a record (409 moved_on): the current record. */
  readonly current: unknown;

  constructor({ status, body, toastSuppressed, retryAfter }: ApiErrorInit) {
    super(body?.message || `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body?.code ?? "";
    this.serverMessage = body?.message ?? "";
    this.toastSuppressed = toastSuppressed ?? false;
    this.retryAfter = retryAfter ?? null;
    this.current = body?.data?.current ?? null;
    this.errors = Object.fromEntries(
      Object.entries(body?.errors ?? {}).map(([field, texts]) => [
        field,
        Array.isArray(texts) ? texts : [texts],
      ]),
    );
  }

  /** The first message about one field, to show next to it. */
  field(name: string): string | null {
    return this.errors[name]?.[0] ?? null;
  }
}

/** A call that got no answer: no network, or the server went away. */
export class NoResponseError extends Error {
  readonly toastSuppressed: boolean;

  constructor(toastSuppressed = false) {
    super("No response received from server.");
    this.name = "NoResponseError";
    this.toastSuppressed = toastSuppressed;
  }
}

/** A call answered with success but without the API's data: for example by a hotel's sign-in page. */
export class NoDataError extends Error {
  constructor() {
    super("The answer holds no data.");
    this.name = "NoDataError";
  }
}

/** The codes of the refusal after which the customer is asked whether to empty the cart. */
const conflictCodes = new Set(["different_store", "different_branch", "cart_conflict"]);
const conflictText =
  "There are items from different store in your cart. Would you like to empty your cart to add this item?";
/** Matches the active and the passive: "empty your cart", "your cart will be emptied". */
const conflictWords = [
  /\bdifferent (store|branch|shop)(e?s)?\b/i,
  /\b(empty|emptying|replace|replaces|replacing)\b.*\bcart\b/i,
  /\bcart\b.*\b(emptied|replaced)\b/i,
  /\b(delete|deletes|deleting)\b.*\bold cart\b/i,
  /\bold cart\b.*\bdeleted\b/i,
];
/** Describes a cart, and does not ask to empty it. */
const emptyOne = /\ban empty cart\b/gi;

/**
 * Whether a failure is the cart's conflict with another store or branch: the one refusal that opens
 * a question ("Empty Cart?") instead of showing a message.
 */
export function isCartConflict(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.serverMessage === conflictText) return true;
  if (error.status !== 400) return false;
  if (conflictCodes.has(error.code)) return true;
  const said = error.serverMessage.replace(emptyOne, "");
  return conflictWords.some((words) => words.test(said));
}

/** Translates the client's own error texts, in the namespace "errors". */
export type ErrorTranslate = (key: string, values?: Record<string, string | number>) => string;

/**
 * The text of a failure, or null when nothing should be shown (suppressed, or a cart conflict for
 * which a dialog opens). `inPlace`: the caller shows it itself, so suppression does not count.
 */
export function errorText(
  error: unknown,
  t: ErrorTranslate,
  options: { inPlace?: boolean } = {},
): string | null {
  const { inPlace = false } = options;
  if (error === null || error === undefined || error instanceof NoDataError) {
    return t("errors:unknown");
  }
  if (error instanceof ApiError) {
    if ((error.toastSuppressed && !inPlace) || isCartConflict(error)) return null;
    if (error.status === 422) {
      const first = Object.values(error.errors).flat().find(Boolean);
      return first || error.serverMessage || t("errors:validation");
    }
    if (error.status === 400) {
      return error.field("error") || error.serverMessage || t("errors:bad_request");
    }
    return error.serverMessage || t("errors:status", { status: error.status });
  }
  if (error instanceof NoResponseError) {
    return error.toastSuppressed && !inPlace ? null : t("errors:no_response");
  }
  const message = error instanceof Error ? error.message : String(error);
  return t("errors:other", { message });
}

/**
 * Whether a failure is a definite answer. A missing answer, a server error, and a payment that
 * could not be started are not: the order may exist, and the next try continues it.
 */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status < 500 && error.status !== 429 && error.code !== "payment_failed";
}
