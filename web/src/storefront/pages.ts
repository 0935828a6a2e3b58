/**
 * Finds the page of an address and loads it. The browser loads a page's part when it is needed, the
 * server all registered ones while the engine starts, after which `loadedPage` knows them.
 */

import { matchRoutes } from "react-router";
import { warn } from "../lib/log";
import type { PageDefinition, Params } from "../lib/page";
import { type Route, routes } from "./routes";

const files = import.meta.glob<PageDefinition>(
  ["../features/*/pages/*.tsx", "!../features/*/pages/*.test.tsx"],
  { import: "default" },
);

const loaded = new Map<string, PageDefinition>();
const loading = new Map<string, Promise<PageDefinition>>();

export interface Match {
  route: Route;
  params: Params;
}

const table = routes.map((route) => ({ ...route, id: route.page }));

/** The route of a path without language prefix; null when there is none. */
export function matchPage(path: string): Match | null {
  const found = matchRoutes(table, path)?.[0];
  if (!found) return null;
  return { route: found.route, params: { id: "", ...found.params } as Params };
}

/** Where the build finds a page: the name Go looks up in the manifest. */
export function pageFile(page: string): string {
  const [feature, name] = page.split("/");
  return `src/features/${feature}/pages/${name}.tsx`;
}

export function loadedPage(page: string): PageDefinition | undefined {
  return loaded.get(page);
}

/** Loads a page once; a failed load (network gone) may be tried again. */
export function loadPage(page: string): Promise<PageDefinition> {
  const running = loading.get(page);
  if (running) return running;
  const load = files[pageFile(page).replace(/^src\//, "../")];
  if (!load) return Promise.reject(new Error(`There is no page ${page}`));
  const promise = load().then(
    (definition) => {
      loaded.set(page, definition);
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

/** The server's start: every registered page. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(
    [...new Set(routes.map((route) => route.page))].map((page) =>
      loadPage(page).catch((error: unknown) => warn(`The page ${page} cannot be loaded`, error)),
    ),
  );
}
