import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** The build runs in the oldest browsers of docs/browsers.md: Chrome 105, Safari 15.4, Firefox 115. */

const dist = resolve(__dirname, "../../dist");
const built = (ending: string) =>
  readdirSync(resolve(dist, "assets"))
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(resolve(dist, "assets", name), "utf8") }));
const scripts = [
  ...built(".js"),
  { name: "sw.js", text: readFileSync(resolve(dist, "sw.js"), "utf8") },
];

interface Node {
  type: string;
  property?: { type: string; name?: string };
  computed?: boolean;
  regex?: { pattern: string; flags: string };
  [key: string]: unknown;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === "object" && node !== null) {
    if ("type" in node) visit(node as Node);
    for (const value of Object.values(node)) walk(value, visit);
  }
}

/** Newer syntax, by name. */
function newSyntax(code: string): string[] {
  const found: string[] = [];
  walk(parseAst(code), ({ type, regex }) => {
    if (type === "StaticBlock" || type === "ImportAttribute") found.push(type);
    if (regex && /\(\?<[=!]/.test(regex.pattern)) found.push(`look-behind: ${regex.pattern}`);
    if (regex && /v/.test(regex.flags)) found.push(`flag v: ${regex.pattern}`);
  });
  return found;
}

/** Names newer than one of the oldest browsers. Those in use are listed below, with the reason why they may be. */
const newer =
  "toReversed toSorted toSpliced timeout any withResolvers fromAsync groupBy isWellFormed toWellFormed " +
  "isSubsetOf isSupersetOf isDisjointFrom symmetricDifference waitAsync requestIdleCallback startViewTransition " +
  "checkVisibility showPopover hidePopover togglePopover getHTMLUnsafe setHTMLUnsafe moveBefore";
/** Replaced by lib/oldArrays.ts, or feature-tested before use. */
const allowed: Record<string, string> = {
  toReversed: "lib/oldArrays.ts",
  toSorted: "lib/oldArrays.ts",
  toSpliced: "lib/oldArrays.ts",
  timeout: "api/client.ts asks for it first; also a name of our own",
  any: "Promise.any is old enough",
  checkVisibility: "asked for first by React Aria",
  startViewTransition: "React changes the page at once where the call throws",
};

function newMethods(code: string): string[] {
  const names = new Set(newer.split(" "));
  const found = new Set<string>();
  walk(parseAst(code), ({ type, property, computed }) => {
    if (type !== "MemberExpression" || computed || !property?.name) return;
    if (names.has(property.name)) found.add(property.name);
  });
  return [...found];
}

test("the rules find what they look for", () => {
  expect(newSyntax("class A { static { a(); } }")).toEqual(["StaticBlock"]);
  expect(newSyntax("x = /(?<=a)b/")).toHaveLength(1);
  expect(newMethods("Object.groupBy(a, b); Array.fromAsync(a)")).toEqual(["groupBy", "fromAsync"]);
});

test("no built script has newer syntax", () => {
  expect(scripts.length).toBeGreaterThan(50);
  expect(
    scripts.flatMap(({ name, text }) => newSyntax(text).map((what) => `${name}: ${what}`)),
  ).toEqual([]);
});

test("no built script calls newer methods that are neither replaced nor guarded", () => {
  const used = scripts.flatMap(({ name, text }) =>
    newMethods(text)
      .filter((method) => !(method in allowed))
      .map((method) => `${name}: ${method}`),
  );
  expect(used).toEqual([]);
});

test("the styles have no nested rules or range queries, and vh before each dvh", () => {
  const styles = built(".css");
  expect(styles.length).toBeGreaterThan(0);
  for (const { text } of styles) {
    expect(text).not.toMatch(/[{;}]&/);
    expect(text).not.toMatch(/@media[^{]*\([^)]*[<>]/);
    for (const [, name, value = ""] of text.matchAll(/([a-z-]+):([^;{}]*\ddvh[^;{}]*)/g)) {
      expect(text).toContain(`${name}:${value.replaceAll("dvh", "vh")};${name}:${value}`);
    }
  }
});
