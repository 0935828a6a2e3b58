/**
 * Finds the page of an address and loads it. The browser loads a page's chunk when it is needed;
 * the server loads all registered pages when the engine starts, after which `loadedPage` returns
 * them.
 */

import type { AccountFrame } from "../features/identity/account/components/AccountFrame";
import { warn } from "../lib/log";
import { matcher, type Match as RouteMatch } from "../lib/match";
import type { PageDefinition } from "../lib/page";
import { paths } from "../lib/paths";
import { type Route, routes } from "./routes";

const files = import.meta.glob<PageDefinition>(
  ["../features/*/*/pages/*.tsx", "!../features/*/*/pages/*.test.tsx"],
  { import: "default" },
);

/** Features whose pages need only the first texts (locales/en.ts): those of the public pages. */
const firstFeatures: ReadonlySet<string> = new Set([
  "locations/branches",
  "catalogue/products",
  "marketing/home",
  "catalogue/search",
]);

/** The frame around the pages below /account; it is loaded with the first of them. */
let frame: typeof AccountFrame | undefined;

export const accountFrame = (): typeof AccountFrame | undefined => frame;

async function withFrame(page: string): Promise<void> {
  if (!framedPages.has(page)) return;
  frame ??= (await import("../features/identity/account/components/AccountFrame")).AccountFrame;
}

/** The pages below /account and a quotation's page, except the account menu itself and printed pages. */
export function isFramed(path: string): boolean {
  if (path === paths.quotation(":id")) return true;
  return path.startsWith(`${paths.account}/`) && path !== paths.orderInvoice(":id");
}

const framedPages: ReadonlySet<string> = new Set(
  routes.filter(({ path }) => isFramed(path)).map(({ page }) => page),
);

let moreTexts = (): Promise<unknown> => Promise.resolve();

/** The browser's start sets how the texts of the other pages are loaded; the server has them all. */
export function fetchTextsBy(load: () => Promise<unknown>): void {
  moreTexts = load;
}

/** The texts that must be loaded before a page or dialog outside the public pages is shown. */
export const laterTexts = (): Promise<unknown> => moreTexts();

const loaded = new Map<string, PageDefinition>();
const loading = new Map<string, Promise<PageDefinition>>();

const find = matcher(routes);

export type Match = RouteMatch<Route>;

const known = new Map<string, Match | null>();

/**
 * Returns the route of a path without language prefix; null if there is none. The results are cached,
 * because the shell matches the same few paths on every page.
 */
export function matchPage(path: string): Match | null {
  const before = known.get(path);
  if (before !== undefined) return before;
  const match = find(path);
  if (known.size > 500) known.clear();
  known.set(path, match);
  return match;
}

/** A page's source file: the name under which Go finds it in the manifest. */
export function pageFile(page: string): string {
  return `src/features/${page.replace(/[^/]+$/, "pages/$&")}.tsx`;
}

export function loadedPage(page: string): PageDefinition | undefined {
  return loaded.get(page);
}

/** Loads a page once; a failed load (no network) may be retried. */
export function loadPage(page: string): Promise<PageDefinition> {
  const running = loading.get(page);
  if (running) return running;
  const load = files[pageFile(page).replace(/^src\//, "../")];
  if (!load) return Promise.reject(new Error(`There is no page ${page}`));
  const texts = firstFeatures.has(page.replace(/\/[^/]+$/, "")) ? null : laterTexts();
  const promise = Promise.all([load(), texts, withFrame(page)]).then(
    ([definition]) => {
      loaded.set(page, definition);
      // The fields that use() would set while waiting for the first time: a loaded page then
      // renders immediately.
      Object.assign(promise, { status: "fulfilled", value: definition });
      return definition;
    },
    (error: unknown) => {
      loading.delete(page);
      throw error;
    },
  );
  loading.set(page, promise);
  return promise;
}

/** Called at the server's start: loads every registered page. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(
    [...new Set(routes.map((route) => route.page))].map((page) =>
      loadPage(page).catch((error: unknown) => warn(`The page ${page} cannot be loaded`, error)),
    ),
  );
}
