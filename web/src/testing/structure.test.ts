import { expect, test } from "vitest";
import { consoleRoutes } from "../console/routes";
import { routes } from "../storefront/routes";
import { type Import, importsOf, sources } from "./sources";

const all = sources();
const names = new Set(all.map((source) => source.name));
const layerOf = (name: string) => name.split("/")[0] ?? "";
const featureOf = (name: string) => (name.startsWith("features/") ? name.split("/")[1] : undefined);

/** What each layer may import from. locales are data, testing is for tests only. */
const allowed: Record<string, readonly string[]> = {
  ui: ["ui", "lib"],
  lib: ["lib", "api"],
  api: ["api", "lib"],
  locales: ["lib", "locales"],
  features: ["features", "ui", "lib", "api"],
  storefront: ["storefront", "features", "ui", "lib", "api", "locales", "styles.css"],
  console: ["console", "features", "ui", "lib", "api", "locales", "styles.css"],
  worker: ["worker"],
  testing: ["testing", "ui", "lib", "api", "storefront", "console", "features", "locales"],
};

test("imports go ui, lib, api <- features <- storefront | console", () => {
  const wrong = all.flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => target !== null)
      .filter(({ target }) => !allowed[layerOf(source.name)]?.includes(layerOf(target ?? "")))
      .map(({ text }) => `${source.name} imports ${text}`),
  );
  expect(wrong).toEqual([]);
});

test("every relative import leads somewhere", () => {
  const lost = all.flatMap((source) =>
    importsOf(source)
      .filter(({ text, target }) => text.startsWith(".") && target === null)
      .map(({ text }) => `${source.name} imports ${text}`),
  );
  expect(lost).toEqual([]);
});

test("shoppers' pages and components import nothing of the console's", () => {
  const wrong = all
    .filter(({ name }) => !/^console\/|\/console\//.test(name))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => /^console\/|\/console\//.test(target ?? ""))
        .filter(() => layerOf(source.name) !== "testing")
        .map(({ text }) => `${source.name} imports ${text}`),
    );
  expect(wrong).toEqual([]);
});

test("a component imports only its own feature's components; pages may compose several", () => {
  const wrong = all
    .filter(({ name }) => /^features\/[^/]+\/components\//.test(name))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target, typeOnly }) => {
          const other = target ? featureOf(target) : undefined;
          return (
            !typeOnly &&
            other !== undefined &&
            other !== featureOf(source.name) &&
            /\/pages\//.test(target ?? "")
          );
        })
        .map(({ text }) => `${source.name} imports ${text}`),
    );
  expect(wrong).toEqual([]);
});

/** Follows static imports, and the dynamic ones that `follow` accepts. */
function reachable(start: string, follow: (one: Import) => boolean): Map<string, string> {
  const byName = new Map(all.map((source) => [source.name, source]));
  const from = new Map<string, string>([[start, ""]]);
  const queue = [start];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const source = byName.get(name);
    if (!source) continue;
    for (const one of importsOf(source)) {
      if (one.typeOnly || (one.dynamic && !follow(one))) continue;
      const next = one.target ?? one.text;
      if (from.has(next)) continue;
      from.set(next, name);
      queue.push(next);
    }
  }
  return from;
}

function way(from: Map<string, string>, to: string): string {
  const steps = [to];
  for (let at = from.get(to); at; at = from.get(at)) steps.unshift(at);
  return steps.join(" -> ");
}

test("React Aria is loaded later: not with the shell, not with any page, not on the server", () => {
  const heavy =
    /^(react-aria-components|react-aria|react-stately|@react-aria\/|@internationalized\/)/;
  const starts = [
    "storefront/start.tsx",
    "storefront/entry-server.tsx",
    ...routes.map(({ page }) => `features/${page.replace("/", "/pages/")}.tsx`),
  ];
  const wrong = starts.flatMap((start) => {
    const from = reachable(start, () => false);
    return [...from.keys()].filter((name) => heavy.test(name)).map((name) => way(from, name));
  });
  expect([...new Set(wrong)]).toEqual([]);
});

test("every registered page exists", () => {
  const missing = [
    ...routes.map(({ page }) => `features/${page.replace("/", "/pages/")}.tsx`),
    ...consoleRoutes.map(({ page }) => `features/${page.replace("/", "/console/")}.tsx`),
  ].filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});

test("a page keeps clear of the clock while it is drawn: now is data", () => {
  const wrong = all
    .filter(({ name }) => name.startsWith("features/") || name.startsWith("ui/"))
    .filter(({ file }) => /\bnew Intl\.|\btoLocale(Date|Time)?String\(/.test(file.text))
    .map(({ name }) => name);
  expect(wrong).toEqual([]);
});
