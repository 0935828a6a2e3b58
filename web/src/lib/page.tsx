/**
 * Definition of a page. A page lives in features/<domain>/<feature>/pages/<name>.tsx and exports
 *
 *   export default definePage({
 *     queries: ({ scope, params }) => [branchQuery(scope, params.id)],
 *     head: ({ read, scope, params, t }) => ({
 *       title: read(branchQuery(scope, params.id))?.name ?? t("branches:title"),
 *     }),
 *     Component: BranchPage,
 *   });
 *
 * One line in storefront/routes.ts assigns it to an address.
 */

import type { dataTagSymbol } from "@tanstack/react-query";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Translate } from "./i18n";
import type { Scope } from "./scope";
import type { Query } from "./url";

/** Any query description of api/query.ts. */
export interface AnyQuery {
  queryKey: readonly unknown[];
  meta?: Record<string, unknown> | undefined;
}

export interface PageContext {
  scope: Scope;
  /** Parts of the address named in the route (":id"). A missing name reads as "". */
  params: Params;
  query: Query;
  /** Without the language prefix. */
  path: string;
}

export type Params = Readonly<Record<string, string>> & { readonly id: string };

export type Read = <T>(query: {
  queryKey: readonly unknown[] & { [dataTagSymbol]: T };
}) => T | undefined;

export interface ReadingContext extends PageContext {
  /**
   * The data of a query, if it is already loaded. A page whose second query depends on the first
   * reads the first here; the server then calls `queries` again once it is answered.
   */
  read: Read;
}

export interface HeadContext extends ReadingContext {
  t: Translate;
  /** "https://shop.example", for the addresses of structured data. */
  origin: string;
  /** The time of the page in Unix milliseconds. */
  now: number;
}

declare global {
  /** Whether this is the server's bundle: code that only the server needs is left out of the browser's bundle. */
  const __SERVER__: boolean;
}

export interface Head {
  title: string;
  description?: string | undefined;
  /** The query string of the address that search engines should index: "?page=2". */
  canonical?: string | undefined;
  /** The canonical path of this page where it is also served at another: by id and by slug. */
  canonicalPath?: string | undefined;
  /** Set for personal pages and search results. */
  noIndex?: boolean | undefined;
  /** A picture for shared links; path or full address. */
  image?: string | undefined;
  /** Structured data (schema.org), one object per script element; from the server only. */
  jsonLd?: readonly object[] | undefined;
}

export interface PageDefinition {
  /** The page that follows this one, whose code is loaded while this one is filled in. */
  leadsTo?: string;
  /**
   * Public queries without which the page would be empty. They are prefetched, and answered before the
   * page is rendered.
   */
  queries?: (context: ReadingContext) => readonly AnyQuery[];
  head: (context: HeadContext) => Head;
  Component: ComponentType;
  /** Another address to redirect to, without prefix; status 308 on the server. */
  redirect?: (context: PageContext) => string | null;
}

export function definePage(page: PageDefinition): PageDefinition {
  return page;
}

const PageContextValue = createContext<PageContext | null>(null);

export function PageProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <PageContextValue value={value}>{children}</PageContextValue>;
}

/** The page's own address, parsed: `const { params, query } = usePage()`. */
export function usePage(): PageContext {
  const context = useContext(PageContextValue);
  if (!context) throw new Error("usePage needs a page above it");
  return context;
}
