import { matchRoutes } from "react-router";
import type { PageDefinition, Params } from "../lib/page";
import { type ConsoleRoute, consoleRoutes } from "./routes";

const files = import.meta.glob<PageDefinition>(
  ["../features/*/console/*.tsx", "!../features/*/console/*.test.tsx"],
  { import: "default" },
);

const loading = new Map<string, Promise<PageDefinition>>();
const table = consoleRoutes.map((route) => ({ ...route, id: route.page }));

/** The route of a path below /console; null when there is none. */
export function matchConsolePage(path: string): { route: ConsoleRoute; params: Params } | null {
  const found = matchRoutes(table, path)?.[0];
  if (!found) return null;
  return { route: found.route, params: { id: "", ...found.params } as Params };
}

/** Loads a page once; a failed load may be tried again. */
export function loadConsolePage(page: string): Promise<PageDefinition> {
  const running = loading.get(page);
  if (running) return running;
  const [feature, name] = page.split("/");
  const load = files[`../features/${feature}/console/${name}.tsx`];
  if (!load) return Promise.reject(new Error(`There is no console page ${page}`));
  const promise = load();
  promise.catch(() => loading.delete(page));
  loading.set(page, promise);
  return promise;
}
