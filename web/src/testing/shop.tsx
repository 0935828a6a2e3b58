/** The environment of a shop component in a test: language, scope, cache, address, and an API. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { MemoryHistory, useLocation } from "../lib/history";
import { createI18n, type Texts, toResources } from "../lib/i18n";
import { figuresOf, type Lang } from "../lib/lang";
import { NowProvider } from "../lib/now";
import { type PageContext, PageProvider } from "../lib/page";
import { pageQuery } from "../lib/parameters";
import { type Scope, ScopeProvider } from "../lib/scope";
import { TextsProvider } from "../lib/translation";
import { Query } from "../lib/url";

const files = {
  en: import.meta.glob<Texts>("../locales/en/*.json", { eager: true, import: "default" }),
  ar: import.meta.glob<Texts>("../locales/ar/*.json", { eager: true, import: "default" }),
};
const consoleFiles = {
  en: import.meta.glob<Texts>("../locales/en/console/*.json", { eager: true, import: "default" }),
  ar: import.meta.glob<Texts>("../locales/ar/console/*.json", { eager: true, import: "default" }),
};

export function aScope(changes: Partial<Scope> = {}): Scope {
  const lang = changes.lang ?? "en";
  return {
    lang,
    figures: figuresOf(lang, null),
    district: "maadi",
    currency: "",
    session: "me",
    address: "",
    pin: "",
    ready: true,
    ...changes,
  };
}

/** Friday 20 November 2026, noon in Cairo. */
export const noon = Date.parse("2026-11-20T10:00:00Z");

export interface ShopOptions {
  lang?: Lang;
  scope?: Partial<Scope>;
  /** Path and query of the component's page. */
  at?: string;
  params?: Record<string, string>;
  now?: number;
  /** A part of the console: its texts override the shop's. */
  console?: boolean;
}

/** Renders a part of the shop; also returns the visitor's location and the cache. */
export function renderShop(ui: ReactNode, options: ShopOptions = {}) {
  const { lang = "en", at = "/", params = {}, now = noon } = options;
  const scope = aScope({ lang, ...options.scope });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  });
  const texts = createI18n(lang, scope.figures, {
    ...toResources(files[lang]),
    ...(options.console ? toResources(consoleFiles[lang]) : {}),
  });
  const [path = "/", search = ""] = at.split("?");
  const page: PageContext = {
    scope,
    path,
    // The console accepts any query parameter.
    query: options.console ? new Query(search) : pageQuery(search),
    params: { id: "", ...params },
  };
  let where = at;
  const Where = () => {
    const { pathname, search: query } = useLocation();
    where = pathname + query;
    return null;
  };
  const shown = render(
    <QueryClientProvider client={client}>
      <TextsProvider i18n={texts}>
        <NowProvider start={now}>
          <ScopeProvider scope={scope}>
            <MemoryHistory at={at}>
              <PageProvider value={page}>{ui}</PageProvider>
              <Where />
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  return { ...shown, client, scope, where: () => where };
}

export interface Call {
  method: string;
  /** Below /api/v1, with its query. */
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

export interface Refused {
  status: number;
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  data?: { current: object };
  /** Seconds, in its header. */
  retryAfter?: number;
}

export type Answer = object | readonly object[] | Refused | Error;

/** A paged list with a single page. */
export const onePage = (data: readonly object[]): Answer => ({
  data,
  meta: { current_page: 1, last_page: 1, per_page: 20, total: data.length },
});

export function refused(status: number, failure: Omit<Refused, "status"> = {}): Refused {
  return { status, ...failure };
}

/**
 * An API with given answers: "GET /carts" → data, a function of the call, a refusal, or an Error
 * for no answer at all. Paths are matched without their query. Returns the list of calls.
 */
export function mockApi(answers: Record<string, Answer | ((call: Call) => Answer)>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const path = url.replace(/^\/api\/v1/, "");
      const call: Call = {
        method: init.method ?? "GET",
        path,
        body: typeof init.body === "string" ? JSON.parse(init.body) : null,
        headers: init.headers as Record<string, string>,
      };
      calls.push(call);
      const found = answers[`${call.method} ${path.replace(/\?.*$/, "")}`];
      const answer = typeof found === "function" ? found(call) : found;
      if (answer === undefined) throw new Error(`No answer for ${call.method} ${path}`);
      if (answer instanceof Error) throw new TypeError(answer.message);
      if ("status" in answer && typeof answer.status === "number") {
        const { status, retryAfter, ...failure } = answer as Refused;
        return new Response(JSON.stringify({ message: "", code: "", errors: {}, ...failure }), {
          status,
          ...(retryAfter ? { headers: { "Retry-After": String(retryAfter) } } : {}),
        });
      }
      const paged = "data" in answer && "meta" in answer;
      const response = paged ? answer : { data: answer };
      return new Response(JSON.stringify({ response: { message: "", ...response } }));
    }),
  );
  return calls;
}

/** Reports every observed element as out of view. */
export function outOfSight(): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly tell: (entries: { intersectionRatio: number }[]) => void) {}
      observe() {
        this.tell([{ intersectionRatio: 0 }]);
      }
      disconnect() {}
    },
  );
}
