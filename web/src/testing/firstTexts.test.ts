import { describe, expect, test } from "vitest";
import { resources as arabic } from "../locales/ar";
import { resources as arabicLater } from "../locales/ar.later";
import { resources as english } from "../locales/en";
import { resources as englishLater } from "../locales/en.later";
import { importsOf, readTexts, sources } from "./sources";

const all = new Map(sources().map((source) => [source.name, source]));

/**
 * The namespaces of the texts in these files and in what they import, with parts that load later;
 * a file that waits for the other texts as well may use them in its parts.
 */
function namespacesFrom(roots: string[]): Map<string, string> {
  const known = new Set(readTexts("en").keys());
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const source = all.get(name);
    if (!source || seen.has(name)) return;
    seen.add(name);
    for (const [, ofKey, ofHook] of source.file.text.matchAll(
      /["'`](\w+):\w|useTranslation\("(\w+)"\)/g,
    )) {
      const space = ofKey ?? ofHook;
      if (space && known.has(space)) found.set(space, name);
    }
    const awaitsTexts = source.file.text.includes("laterTexts");
    for (const { target, typeOnly, dynamic } of importsOf(source)) {
      if (target && !typeOnly && !(dynamic && awaitsTexts)) visit(target);
    }
  };
  roots.forEach(visit);
  return found;
}

test("every text is in one of the two parts, in both languages", () => {
  const names = [...readTexts("en").keys()].sort();
  expect(Object.keys({ ...english, ...englishLater }).sort()).toEqual(names);
  expect(Object.keys(english).filter((name) => name in englishLater)).toEqual([]);
  expect(Object.keys(arabic).sort()).toEqual(Object.keys(english).sort());
  expect(Object.keys(arabicLater).sort()).toEqual(Object.keys(englishLater).sort());
});

describe("public pages and the dialogs over them get by with the first texts", () => {
  const pages = [...all.keys()].filter((name) =>
    /^features\/(locations\/branches|catalogue\/(products|search)|marketing\/home)\/pages\//.test(
      name,
    ),
  );
  const dialogs = [
    "features/ordering/cart/components/EmptyCartDialog.tsx",
    "features/locations/places/components/LocationDialog.tsx",
  ];
  test.each([...pages, ...dialogs, "storefront/start.tsx"])("%s", (name) => {
    expect(all.has(name)).toBe(true);
    const missing = [...namespacesFrom([name])].filter(([space]) => !(space in english));
    expect(missing).toEqual([]);
  });
});
