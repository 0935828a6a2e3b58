/**
 * The shop's way to its API: adds the specified headers to every request, opens the envelope, and
 * turns everything that is not success into an ApiError or a NoResponseError.
 *
 * It reads cookies anew for every request, so the headers are always those of the moment.
 */

import { cookieNames, readCookie, readLocation } from "../lib/cookies";
import { writeNumbers } from "../lib/format/figures";
import type { Figures } from "../lib/lang";
import { localNames, readLocal } from "../lib/local";
import type { QueryValue } from "../lib/url";
import { withQuery } from "../lib/url";
import { ApiError, type FailureBody, NoResponseError } from "./errors";

export interface ClientConfig {
  /** Where the API stands, "/api/v1" unless the document's state says otherwise. */
  base: string;
  /** The header `version`. */
  version: string;
  /** The interface language, sent as Accept-Language. */
  lang: string;
  /** In which figures the server's messages are shown: it writes 012 in every language. */
  figures: Figures;
  /** Whose token goes along; the shopper's cookie unless an entry says otherwise. */
  token: () => string | null;
  /** Shoppers are logged out by a 403; staff are only told that they may not. */
  forbiddenEndsSession: boolean;
}

/** What the client tells the shell about; the shell acts (log out, leave for /404). */
export interface ClientEvents {
  /** A 403, or a 401 while no login is under way. */
  loggedOut: () => void;
  /** Any 404. */
  notFound: () => void;
  /** Nobody answered. */
  unreachable?: () => void;
}

const config: ClientConfig = {
  base: "/api/v1",
  version: "1.4.158",
  lang: "en",
  figures: "latn",
  token: () => readCookie(cookieNames.token),
  forbiddenEndsSession: true,
};
let events: ClientEvents = { loggedOut: () => {}, notFound: () => {} };

/** Set once by an entry, before the first request. */
export function configureClient(changes: Partial<ClientConfig>, handlers?: ClientEvents): void {
  Object.assign(config, changes);
  if (handlers) events = handlers;
}

export function clientConfig(): Readonly<ClientConfig> {
  return config;
}

/** The headers of the specification, of ours only Accept-Language and cart-token. */
export function requestHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Accept-Language": config.lang,
    Authorization: `Bearer ${config.token() ?? "null"}`,
    version: config.version,
    Language: "en",
    "User-Agent-Type": "web",
    "district-id": readCookie(cookieNames.districtId) ?? "null",
    "currency-id": readCookie(cookieNames.currency) ?? "null",
  };
  const address = readCookie(cookieNames.addressId);
  if (address !== null) headers["address-id"] = address;
  const point = readLocation();
  if (point !== null) {
    headers.latitude = String(point.lat);
    headers.longitude = String(point.lng);
  }
  const cart = readLocal(localNames.cartToken);
  if (cart !== null) headers["cart-token"] = cart;
  return headers;
}

export interface Meta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** The opened envelope. `meta` is there for lists, `message` may be empty. */
export interface Answer<T> {
  data: T;
  message: string;
  meta?: Meta;
  /** What a list answers beside its data, such as a search's facets. */
  extra?: Readonly<Record<string, unknown>>;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RequestOptions {
  query?: Record<string, QueryValue | readonly string[]>;
  body?: object;
  /** The caller shows failures itself: errorText answers null for them. */
  suppress?: boolean;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/**
 * Sends one request below the API's base ("/branches") and answers the opened envelope.
 * Throws ApiError (answered, not success), NoResponseError (no answer), or the abort of `signal`.
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<T>> {
  const { query, body, suppress, signal, headers } = options;
  const isForm = typeof FormData !== "undefined" && body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(config.base + withQuery(path, query ?? {}), {
      method,
      headers: {
        ...requestHeaders(),
        ...(body && !isForm ? { "Content-Type": "application/json" } : {}),
        ...headers,
      },
      body: body ? (isForm ? (body as FormData) : JSON.stringify(body)) : null,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    events.unreachable?.();
    throw new NoResponseError(suppress);
  }
  return settle<T>(
    response.status,
    await response.text(),
    response.headers.get("Retry-After"),
    suppress,
  );
}

/** Success is 200 to 300 inclusive, as specified. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 300;
}

/** What an answer means, however it came: the opened envelope, or an ApiError thrown. */
export function settle<T>(
  status: number,
  text: string,
  retryAfter: string | null,
  suppress?: boolean,
): Answer<T> {
  const body = parse(text);
  if (isSuccess(status)) {
    const answer = openEnvelope<T>(body);
    return { ...answer, message: shown(answer.message) };
  }
  const forbidden = status === 403 && config.forbiddenEndsSession;
  if (forbidden || (status === 401 && readLocal(localNames.loginStatus) === null)) {
    events.loggedOut();
  }
  if (status === 404) events.notFound();
  const wait = Number(retryAfter);
  throw new ApiError({
    status,
    body: isObject(body) ? shownFailure(body as FailureBody) : undefined,
    suppressed: suppress,
    retryAfter: wait > 0 ? wait : undefined,
  });
}

/**
 * Takes {"response": {"data", "message", "meta"}} apart. The server's renderer uses it as well, so
 * what it renders with and what the browser fetches have one form.
 */
export function openEnvelope<T>(body: unknown): Answer<T> {
  const inner = isObject(body) && isObject(body.response) ? body.response : {};
  const answer: Answer<T> = {
    data: (inner.data ?? null) as T,
    message: typeof inner.message === "string" ? inner.message : "",
  };
  if (isObject(inner.meta)) {
    const { data: _data, meta, message: _message, ...extra } = inner;
    answer.meta = meta as unknown as Meta;
    answer.extra = extra;
  }
  return answer;
}

/** A message of the server in the figures of the page it is shown on. */
function shown(message: string): string {
  return writeNumbers(message, config.figures);
}

function shownFailure(body: FailureBody): FailureBody {
  if (config.figures === "latn") return body;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page, say: there is nothing in it for us.
    return null;
  }
}
