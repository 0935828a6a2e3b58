/**
 * The document's state for the browser in <script type="application/json" id="state">: the Go side
 * (internal/platform/ssr) writes it, also when rendering failed and the page is empty.
 */

import type { QueryClient } from "@tanstack/react-query";
import { isSuccess, openEnvelope } from "../api/client";
import { cacheEntry, keyAt, type QueryKey, type QueryMeta } from "../api/query";
import { type Figures, type Lang, toLang } from "../lib/lang";
import type { Scope } from "../lib/scope";
import type { LogoImage } from "../ui/Logo";

/** One answer of the API, as the server received it. */
export interface Answered {
  key: readonly unknown[];
  meta: QueryMeta;
  status: number;
  body: unknown;
}

export interface RuntimeConfig {
  /** "/api/v1" */
  base: string;
  /** The header `version`. */
  version: string;
  /** Address of raster tiles for maps, "" for none ("https://…/{z}/{x}/{y}.png"). */
  tiles?: string;
  /** Their attribution, as it must be shown on the map. */
  tiles_by?: string;
  /** The brand name in the texts, and the shop's own in its place; absent where they are the same. */
  brand?: readonly [string, string];
  /** The shop's own texts that replace the program's, by key; absent if there are none. */
  texts?: Readonly<Record<string, string>>;
  /** The shop's own logo; absent if there is none. */
  logo?: LogoImage;
}

export interface State {
  /** The address the page was rendered for. */
  url: string;
  lang: Lang;
  figures: Figures;
  /** The language prefix of the address, which every link keeps: "", "en" or "ar". */
  prefix: "" | Lang;
  /** Unix milliseconds. */
  now: number;
  origin: string;
  district: string;
  currency: string;
  /** 404 when the page is the not-found page. */
  status: number;
  /** Whether there is markup to hydrate; otherwise the browser renders the page. */
  rendered: boolean;
  config: RuntimeConfig;
  data: readonly Answered[];
}

/** The first scope on both sides, before the customer is known. */
export function firstScope(state: State): Scope {
  return {
    lang: state.lang,
    figures: state.figures,
    district: state.district,
    currency: state.currency,
    session: "",
    address: "",
    pin: "",
    ready: false,
  };
}

/** Puts the answers into the cache. Failures are left out: the browser fetches them again. */
export function fillCache(client: QueryClient, data: readonly Answered[]): void {
  for (const { key, meta, status, body } of data) {
    if (!isSuccess(status)) continue;
    client.setQueryData(key, cacheEntry(meta, openEnvelope(body)));
  }
}

/**
 * Pages are rendered for a district and shared by all its customers. A customer with an exact
 * position sees the district's answers while those for the position are fetched.
 */
export function lendTo(client: QueryClient, { pin, district }: Scope): void {
  if (pin === "") return;
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [, scope] = queryKey as QueryKey;
    const key = scope?.district === district ? keyAt(queryKey as QueryKey, pin) : null;
    if (key === null || state.data === undefined || client.getQueryData(key) !== undefined)
      continue;
    client.setQueryData(key, state.data, { updatedAt: 1 });
  }
}

/** Whether the page's subject does not exist. */
export function lacksSubject(data: readonly Answered[]): boolean {
  return data.some(({ meta, status }) => meta.subject === true && status === 404);
}

/** Reads the document's state; a document without one (never ours) gets a usable default. */
export function readState(): State {
  const text = document.getElementById("state")?.textContent;
  if (text) return JSON.parse(text) as State;
  const lang = toLang(document.documentElement.lang);
  return {
    url: location.pathname + location.search,
    lang,
    figures: lang === "ar" ? "arab" : "latn",
    prefix: "",
    now: Date.now(),
    origin: location.origin,
    district: "",
    currency: "",
    status: 200,
    rendered: false,
    config: { base: "/api/v1", version: "1.4.158" },
    data: [],
  };
}
