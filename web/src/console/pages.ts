import { matcher } from "../lib/match";
import type { PageDefinition } from "../lib/page";
import { consoleRoutes } from "./routes";

const files = import.meta.glob<PageDefinition>(
  ["../features/*/*/console/*.tsx", "!../features/*/*/console/*.test.tsx"],
  { import: "default" },
);

const loading = new Map<string, Promise<PageDefinition>>();

/** The route of a path below /console; null when there is none. */
export const matchConsolePage = matcher(consoleRoutes);

/** Loads a page once; a failed load may be tried again. */
export function loadConsolePage(page: string): Promise<PageDefinition> {
  const running = loading.get(page);
  if (running) return running;
  const load = files[`../features/${page.replace(/[^/]+$/, "console/$&")}.tsx`];
  if (!load) return Promise.reject(new Error(`There is no console page ${page}`));
  const promise = load();
  promise.catch(() => loading.delete(page));
  loading.set(page, promise);
  return promise;
}
