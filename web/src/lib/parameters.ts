/**
 * The query parameters that a page's address may have. parameters.json is the only list: the
 * server, which keeps a page for each address, reads the same file (internal/platform/ssr), and a
 * page's `query` contains nothing else. To let a page read another parameter, add it there.
 */

import { kinds, names } from "./parameters.json";
import { Query } from "./url";

const shapes = Object.fromEntries(
  Object.entries(kinds).map(([kind, shape]) => [kind, new RegExp(shape, "u")]),
);

/** The last value of each declared parameter that has the right form, in the order of the list. */
export function pageQuery(search: string): Query {
  const given = new Query(search);
  return new Query(
    Object.entries(names).flatMap(([name, kind]) => {
      const value = given.get(name);
      return shapes[kind]?.test(value) ? [[name, value] as const] : [];
    }),
  );
}
