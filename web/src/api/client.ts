/**
 * The shop's only client of its API: adds the specified headers to every request, unwraps the envelope, and turns every
 * result other than success into an ApiError or a NoResponseError.
 *
 * It reads cookies again for every request, so the headers are always current.
 */

import { isEnding } from "../lib/closed";
import { cookieNames, readCookie, readLocation } from "../lib/cookies";
import { writeNumbers } from "../lib/format/figures";
import type { Figures } from "../lib/lang";
import { localNames, readLocal } from "../lib/local";
import { type QueryValue, withQuery } from "../lib/url";
import { NoDataError, NoResponseError } from "./errors";
import {
  type BodyOption,
  type Data,
  type Extra,
  fillPath,
  type Method,
  type PathOf,
  type PathOption,
  type QueryParams,
} from "./operations";

export type Reader = Awaited<ReturnType<typeof import("./reader").readerOf>>;

export interface ClientConfig {
  /** The base of the API, "/api/v1" unless the document's state sets another. */
  base: string;
  /** The header `version`. */
  version: string;
  /** The interface language, sent as Accept-Language. */
  lang: string;
  /** The numerals of displayed server messages: the server writes 012 in every language. */
  figures: Figures;
  /** Returns the token to send; the customer's cookie unless an entry sets another source. */
  token: () => string | null;
  /** A 403 logs customers out; staff are only shown that they lack permission. */
  forbiddenEndsSession: boolean;
  /** Loads what reads the answers of an operation. */
  reader: (operation?: string) => Reader | Promise<Reader>;
}

/** Events that the client reports to the shell; the shell acts on them (log out, leave for /404). */
export interface ClientEvents {
  /** A 403, with the reason where the answer has one, or a 401 while no login is under way. */
  loggedOut: (why: "ended" | "blocked", reason?: string) => void;
  /** Any 404. */
  notFound: () => void;
  /** No server answered. */
  unreachable?: () => void;
}

const config: ClientConfig = {
  base: "/api/v1",
  version: "1.4.158",
  lang: "en",
  figures: "latn",
  token: () => readCookie(cookieNames.token),
  forbiddenEndsSession: true,
  reader: async (operation) => (await import("./reader")).readerOf(operation),
};
let events: ClientEvents = { loggedOut: () => {}, notFound: () => {} };

/** Called once by an entry, before the first request. */
export function configureClient(changes: Partial<ClientConfig>, handlers?: ClientEvents): void {
  Object.assign(config, changes);
  if (handlers) events = handlers;
}

/** The headers of the specification; our own are only Accept-Language and cart-token. */
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

/** The unwrapped envelope. Lists have `meta`; `message` may be empty. */
export interface Answer<T, E = Readonly<Record<string, unknown>>> {
  data: T;
  message: string;
  meta?: Meta;
  /** The fields of a list's answer next to its data, such as a search's facets. */
  extra?: E;
}

interface SendOptions {
  /** The caller shows failures itself: errorText returns null for them. */
  suppressToast?: boolean;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** The transport of a request: fetch, or XMLHttpRequest where only that works (upload.ts). */
type Carry = (
  url: string,
  init: RequestInit & { headers: Record<string, string> },
) => Promise<Response>;

const byFetch: Carry = (url, init) => fetch(url, init);

export interface Exchange {
  method?: Method;
  /** "GET /path", where the answer is validated by the API's description. */
  operation?: string;
  /** Added to the specified ones, or replacing them. */
  headers?: Record<string, string>;
  body?: BodyInit | null;
  cache?: RequestCache;
  suppressToast?: boolean | undefined;
  signal?: AbortSignal | undefined;
  carry?: Carry;
}

/**
 * The path of every request: JSON, uploads, downloads and streams are sent with the current
 * headers, and statuses and missing answers are handled here for all of them. `take` reads a
 * success's body.
 */
export async function exchange<T>(
  path: string,
  take: (response: Response, reader: Reader) => Promise<T>,
  options: Exchange = {},
): Promise<T> {
  const { headers, operation, suppressToast, signal, carry = byFetch, ...init } = options;
  let response: Response;
  let text: string;
  let reader: Reader;
  // Read the token immediately: a sign-out removes it while the reader is loading.
  const sent = { ...requestHeaders(), ...headers };
  try {
    // Loaded before anything is sent, so that the answer to a change cannot be lost for want of the
    // reader.
    const found = config.reader(operation);
    reader = found instanceof Promise ? await found : found;
    response = await carry(config.base + path, {
      ...init,
      headers: sent,
      signal: signal ?? null,
    });
    if (isSuccess(response.status)) return await take(response, reader);
    // The status counts even if reading the body fails.
    text = await response.text().catch(() => "");
  } catch (error) {
    if (signal?.aborted || error instanceof NoDataError) throw error;
    events.unreachable?.();
    throw new NoResponseError(suppressToast);
  }
  throw reader.refusalOf(response, text, { ...config, ...events, suppressToast });
}

type RequestOptions<M extends Method, P extends PathOf<M>> = SendOptions &
  PathOption<M, P> &
  BodyOption<M, P> & { query?: QueryParams<M, P> };

/** Options may be omitted where none of them is required. */
type RequestArguments<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends RequestOptions<M, P>
    ? [options?: RequestOptions<M, P>]
    : [options: RequestOptions<M, P>];

/**
 * Sends one request to a described operation ("GET", "/branches/{id}") and returns the unwrapped
 * envelope, typed by the description. Throws ApiError (answered, not success), NoResponseError (no
 * answer), or the abort of `signal`.
 */
export function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: RequestArguments<M, P>
): Promise<Answer<Data<M, P>, Extra<M, P>>> {
  const {
    path: values,
    query,
    ...rest
  } = (options ?? {}) as {
    path?: Record<string, string>;
    query?: Record<string, QueryValue | readonly string[]>;
    body?: object;
  } & SendOptions;
  return send(method, path, withQuery(fillPath(path, values), query ?? {}), rest);
}

/**
 * Sends one request to an address below the API's base, made from a described path. Features call
 * `request`, whose paths are typed; the queries of query.ts have typed theirs already.
 */
export async function send<T, E = Readonly<Record<string, unknown>>>(
  method: Method,
  path: string,
  address: string,
  { body, suppressToast, signal, headers }: { body?: object } & SendOptions,
): Promise<Answer<T, E>> {
  // The page is about to be left; the answer would be a useless 401.
  if (method === "GET" && isEnding()) return new Promise(() => {});
  const isForm = typeof FormData !== "undefined" && body instanceof FormData;
  return ask<T, E>(method, path, address, {
    headers: {
      ...(body && !isForm ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: body ? (isForm ? (body as FormData) : JSON.stringify(body)) : null,
    suppressToast,
    signal,
  });
}

/** Success is 200 to 300 inclusive, as specified. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 300;
}

/**
 * Sends a request to a described operation and returns the unwrapped envelope, its message in the
 * page's numerals. A success that does not match the description throws NoDataError.
 */
export function ask<T, E = Readonly<Record<string, unknown>>>(
  method: Method,
  path: string,
  address: string,
  options: Exchange,
): Promise<Answer<T, E>> {
  return exchange(
    address,
    async (response, { decode }) => {
      const answer = openEnvelope<T, E>(decode(await response.text()));
      return { ...answer, message: writeNumbers(answer.message, config.figures) };
    },
    { ...options, method, operation: `${method} ${path}` },
  );
}

/** Reports that the requested item is missing from a loaded list: handled like a 404. */
export function reportMissing(): void {
  events.notFound();
}

/** Requests a document whose response sets the browser's cookies again (platform/ssr/cookies.go). */
export function askForCookies(): void {
  fetch("/shell", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
}

/** AbortSignal.timeout, which Safari supports from 16 on. */
function endsAfter(milliseconds: number): AbortSignal {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Whether the shop's server answers at all; the request has no headers, so it does not identify the customer. */
export function isThere(patience: number): Promise<boolean> {
  return fetch("/healthz", {
    method: "HEAD",
    cache: "no-store",
    signal: endsAfter(patience),
  }).then(
    () => true,
    () => false,
  );
}

/**
 * Unwraps {"response": {"data", "message", "meta"}}. The server's renderer uses it as well, so the
 * data it renders with and the data the browser fetches have the same form.
 */
export function openEnvelope<T, E = Readonly<Record<string, unknown>>>(
  body: unknown,
): Answer<T, E> {
  const inner = isObject(body) && isObject(body.response) ? body.response : {};
  const answer: Answer<T, E> = {
    data: (inner.data ?? null) as T,
    message: typeof inner.message === "string" ? inner.message : "",
  };
  if (isObject(inner.meta)) {
    const { data: _data, meta, message: _message, ...extra } = inner;
    answer.meta = meta as unknown as Meta;
    answer.extra = extra as E;
  }
  return answer;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
