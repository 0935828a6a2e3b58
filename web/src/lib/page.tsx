/**
 * What a page is. A page lives in features/<domain>/<feature>/pages/<name>.tsx and exports
 *
 *   export default definePage({
 *     queries: ({ scope, params }) => [branchQuery(scope, params.id)],
 *     head: ({ read, scope, params, t }) => ({ title: read(branchQuery(scope, params.id))?.name ??
 * t("branches:title") }),
 *     Component: BranchPage,
 *   });
 *
 * It is put on an address by one line in storefront/routes.ts.
 */

import type { dataTagSymbol } from "@tanstack/react-query";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Translate } from "./i18n";
import type { Scope } from "./scope";
import type { Query } from "./url";

/** Any of the query descriptions of api/query.ts. */
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
   * The data of a query, when it is known already. A page whose second query depends on the first
   * reads the first here; the server then asks for the queries again once it is answered.
   */
  read: Read;
}

export interface HeadContext extends ReadingContext {
  t: Translate;
  /** "https://shop.example", for the addresses of structured data. */
  origin: string;
  /** Unix milliseconds of this page. */
  now: number;
}

declare global {
  /** Whether this is the server's bundle: what only it asks for is left out of what browsers load. */
  const __SERVER__: boolean;
}

export interface Head {
  title: string;
  description?: string | undefined;
  /** The query that belongs to the address search engines shall remember: "?page=2". */
  canonical?: string | undefined;
  /** The path of this page where it answers at a second one as well: by id and by slug. */
  canonicalPath?: string | undefined;
  /** Pages that are somebody's own, or search results. */
  noIndex?: boolean | undefined;
  /** A picture for shared links; path or full address. */
  image?: string | undefined;
  /** Structured data (schema.org), one object per script element; from the server only. */
  jsonLd?: readonly object[] | undefined;
}

export interface PageDefinition {
  /** Where a press on it leads, whose code comes while it is filled in. */
  leadsTo?: string;
  /** Public queries without which the page would be empty. Rendered with, and prefetched. */
  queries?: (context: ReadingContext) => readonly AnyQuery[];
  head: (context: HeadContext) => Head;
  Component: ComponentType;
  /** Another address to go to instead, without prefix; 308 on the server. */
  redirect?: (context: PageContext) => string | null;
}

export function definePage(page: PageDefinition): PageDefinition {
  return page;
}

const PageContextValue = createContext<PageContext | null>(null);

export function PageProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <PageContextValue value={value}>{children}</PageContextValue>;
}

/** The page's own address, taken apart: `const { params, query } = usePage()`. */
export function usePage(): PageContext {
  const context = useContext(PageContextValue);
  if (!context) throw new Error("usePage needs a page above it");
  return context;
}
