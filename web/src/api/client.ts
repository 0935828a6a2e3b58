/**
 * The shop's way to its API, and the only place that asks anything of it: adds the specified headers
 * to every request, opens the envelope, and turns everything that is not success into an ApiError or
 * a NoResponseError.
 *
 * It reads cookies anew for every request, so the headers are always those of the moment.
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

export type Reader = Pick<typeof import("./reader"), "decode" | "refusalOf">;

export interface ClientConfig {
  /** Where the API stands, "/api/v1" unless the document's state says otherwise. */
  base: string;
  /** The header `version`. */
  version: string;
  /** The interface language, sent as Accept-Language. */
  lang: string;
  /** In which figures the server's messages are shown: it writes 012 in every language. */
  figures: Figures;
  /** Whose token goes along; the customer's cookie unless an entry says otherwise. */
  token: () => string | null;
  /** Customers are logged out by a 403; staff are only told that they may not. */
  forbiddenEndsSession: boolean;
  /** Fetches what reads answers. */
  reader: () => Reader | Promise<Reader>;
}

/** What the client tells the shell about; the shell acts (log out, leave for /404). */
export interface ClientEvents {
  /** A 403, with the reason where the answer has one, or a 401 while no login is under way. */
  loggedOut: (why: "ended" | "blocked", reason?: string) => void;
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
  reader: () => import("./reader"),
};
let events: ClientEvents = { loggedOut: () => {}, notFound: () => {} };

/** Set once by an entry, before the first request. */
export function configureClient(changes: Partial<ClientConfig>, handlers?: ClientEvents): void {
  Object.assign(config, changes);
  if (handlers) events = handlers;
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
export interface Answer<T, E = Readonly<Record<string, unknown>>> {
  data: T;
  message: string;
  meta?: Meta;
  /** What a list answers beside its data, such as a search's facets. */
  extra?: E;
}

interface SendOptions {
  /** The caller shows failures itself: errorText answers null for them. */
  suppressToast?: boolean;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** How a request goes out: fetch, save where only XMLHttpRequest can (upload.ts). */
type Carry = (
  url: string,
  init: RequestInit & { headers: Record<string, string> },
) => Promise<Response>;

const byFetch: Carry = (url, init) => fetch(url, init);

export interface Exchange {
  method?: Method;
  /** Beside the specified ones, or in their place. */
  headers?: Record<string, string>;
  body?: BodyInit | null;
  cache?: RequestCache;
  suppressToast?: boolean | undefined;
  signal?: AbortSignal | undefined;
  carry?: Carry;
}

/**
 * The one way of every request: JSON, uploads, downloads and streams go out with the headers of the
 * moment, and what an answer's status means, and that nobody answered, is settled here for all of
 * them. `take` reads the body of a success.
 */
export async function exchange<T>(
  path: string,
  take: (response: Response, reader: Reader) => Promise<T>,
  options: Exchange = {},
): Promise<T> {
  const { headers, suppressToast, signal, carry = byFetch, ...init } = options;
  let response: Response;
  let text: string;
  let reader: Reader;
  // Settle the caller at once: a sign-out forgets the token while the reader is fetched.
  const sent = { ...requestHeaders(), ...headers };
  try {
    // Before anything is sent: what was done is not lost for want of it.
    const found = config.reader();
    reader = found instanceof Promise ? await found : found;
    response = await carry(config.base + path, {
      ...init,
      headers: sent,
      signal: signal ?? null,
    });
    if (isSuccess(response.status)) return await take(response, reader);
    // A status counts also where the words that came with it got lost.
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

/** Options may be left out where nothing in them is required. */
type RequestArguments<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends RequestOptions<M, P>
    ? [options?: RequestOptions<M, P>]
    : [options: RequestOptions<M, P>];

/**
 * Sends one request to a described operation ("GET", "/branches/{id}") and answers the opened
 * envelope, typed by the description.
 * Throws ApiError (answered, not success), NoResponseError (no answer), or the abort of `signal`.
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
 * Sends one request to an address below the API's base, which a described path was filled to.
 * Features call `request`, whose paths are typed; the queries of query.ts have typed theirs already.
 */
export async function send<T, E = Readonly<Record<string, unknown>>>(
  method: Method,
  path: string,
  address: string,
  { body, suppressToast, signal, headers }: { body?: object } & SendOptions,
): Promise<Answer<T, E>> {
  // The page is left in a moment; an answer would be 401, and of no use to it.
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
 * Sends a request of a described operation and answers the opened envelope, its message in the
 * page's figures. A success that is not what the description says is a NoDataError.
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
      const body = await decode(`${method} ${path}`, await response.text());
      const answer = openEnvelope<T, E>(body);
      return { ...answer, message: writeNumbers(answer.message, config.figures) };
    },
    { ...options, method },
  );
}

/** What is looked for in a list that came is not in it: the same as an answer of 404. */
export function reportMissing(): void {
  events.notFound();
}

/** Asks for a document whose answer sets the browser's cookies again (platform/ssr/cookies.go). */
export function askForCookies(): void {
  fetch("/shell", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
}

/** AbortSignal.timeout, which Safari has from 16 on. */
function endsAfter(milliseconds: number): AbortSignal {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Whether the shop's server answers at all; asked without headers, so the caller stays unknown. */
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
 * Takes {"response": {"data", "message", "meta"}} apart. The server's renderer uses it as well, so
 * what it renders with and what the browser fetches have one form.
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
