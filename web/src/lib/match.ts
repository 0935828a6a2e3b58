import type { Params } from "./page";

/** Finds the route of an address; null when there is none. */
export type Match<R> = { route: R; params: Params };

/**
 * Returns a function that finds the route of an address; routes with fewer parameters (":id") are tried
 * first.
 */
export function matcher<R extends { path: string }>(
  routes: readonly R[],
): (path: string) => Match<R> | null {
  const table = routes
    .map((route) => {
      const names: string[] = [];
      const pattern = route.path.replace(/:(\w+)/g, (_whole, name: string) => {
        names.push(name);
        return "([^/]+)";
      });
      return { route, names, pattern: new RegExp(`^${pattern}/?$`) };
    })
    .sort((a, b) => a.names.length - b.names.length);
  return (path) => {
    for (const { route, names, pattern } of table) {
      const found = pattern.exec(path);
      if (!found) continue;
      const params: Record<string, string> = {};
      names.forEach((name, index) => {
        params[name] = decode(found[index + 1] ?? "");
      });
      return { route, params: { id: "", ...params } };
    }
    return null;
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
