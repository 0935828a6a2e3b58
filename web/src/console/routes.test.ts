import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Capability } from "../backoffice/me";
import { importsOf, readTexts, type Source, sources } from "../testing/sources";
import { consoleRoutes, findable, groups, sectionAt, sectionsOf } from "./routes";

/** The capabilities that the described operations require. */
const described = new Set(
  [
    ...readFileSync(resolve(import.meta.dirname, "../../../api/openapi.yaml"), "utf8").matchAll(
      /x-capability: (\S+)/g,
    ),
  ].map(([, capability]) => capability as Capability),
);

const pathsOf = (...capabilities: Capability[]) => sectionsOf(capabilities).map(({ path }) => path);

test("every page but the sign-in needs a capability that operations ask for", () => {
  expect(described.size).toBeGreaterThan(15);
  for (const { path, open, needs } of consoleRoutes) {
    if (open) expect(needs, path).toBeUndefined();
    else expect([...described], path).toContain(needs);
  }
});

test("the menu of whoever may do everything has every page that has a place in one", () => {
  expect(pathsOf(...described).sort()).toEqual(
    consoleRoutes.flatMap(({ path, menu }) => (menu ? [path] : [])).sort(),
  );
});

test("a menu goes group by group, and each group has a name", () => {
  const order = sectionsOf([...described]).map(({ group }) => groups.indexOf(group));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  for (const lang of ["en", "ar"] as const) {
    const texts = readTexts(lang, "console").get("console");
    for (const group of groups) expect(texts?.[`group_${group}`]).toBeTruthy();
  }
});

test("whoever has no orders begins with their own work", () => {
  // The capabilities of a catalogue editor, who does not start with coupons.
  const editor = sectionsOf(["console.use", "coupons.make", "content.write", "media.use"]);
  expect(editor[0]?.path).not.toBe("/coupons");
  expect(sectionsOf(["orders.read", "credits.read"])[0]?.path).toBe("/");
});

test("a page stands in the section whose address it goes on from", () => {
  const all = sectionsOf([...described]);
  expect(sectionAt(all, "/orders/ord_1")?.path).toBe("/");
  expect(sectionAt(all, "/coupons/new")?.path).toBe("/coupons");
  expect(sectionAt(all, "/couponsandmore")).toBeUndefined();
  expect(sectionAt(all, "/account")).toBeUndefined();
});

test("a menu offers no page whose capability is missing", () => {
  expect(pathsOf("console.use")).toEqual([]);
  expect(pathsOf("orders.read", "returns.read")).toEqual(["/", "/returns", "/all-orders"]);
  expect(pathsOf("refunds.pay")).not.toContain("/finance");
});

test("the search offers every page that is not a record to those who may open it, by its name", () => {
  const open = consoleRoutes.filter(({ open, path }) => !open && !path.includes(":"));
  expect(findable([...described]).map(({ path }) => path)).toHaveLength(open.length - 1);
  expect(findable(["orders.read"]).map(({ path }) => path)).toEqual(["/", "/all-orders"]);
  for (const lang of ["en", "ar"] as const) {
    const texts = readTexts(lang, "console");
    for (const { text, about } of findable([...described])) {
      for (const key of [text, ...about]) {
        const [space = "", name = ""] = key.includes(":") ? key.split(":") : ["console", key];
        expect(texts.get(space)?.[name], key).toBeTruthy();
      }
    }
  }
});

const files = new Map(sources().map((source) => [source.name, source]));

/** The capability that each described operation requires: "GET /console/coupons" -> "coupons.read". */
function capabilitiesOf(description: string): Map<string, string> {
  const found = new Map<string, string>();
  let [path, method] = ["", ""];
  for (const line of description.split("\n")) {
    path = /^ {2}(\/\S*):$/.exec(line)?.[1] ?? path;
    method = /^ {4}(\w+):$/.exec(line)?.[1] ?? method;
    const needs = /^ {6}x-capability: (\S+)$/.exec(line)?.[1];
    if (needs) found.set(`${method.toUpperCase()} ${path}`, needs);
  }
  return found;
}

/** The capabilities for an operation, or for all whose address has the prefix: "GET /console/districts/". */
function askedFor(needed: ReadonlyMap<string, string>, operation: string): string[] {
  const path = operation.replace(/^\w+ /, "");
  return [...needed].flatMap(([one, capability]) =>
    one === operation || (path.endsWith("/") && one.includes(` ${path}`)) ? capability : [],
  );
}

/** The operations called by an api file's export. */
function askedBy({ file }: Source, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const words = node.arguments.flatMap((one) =>
        ts.isStringLiteral(one) ? one.text : ts.isTemplateExpression(one) ? one.head.text : [],
      );
      const path = words.find((word) => word.startsWith("/"));
      const method = words.find((word) => /^[A-Z]+$/.test(word)) ?? "GET";
      if (path) found.push(`${method} ${path}`);
    }
    if (ts.isIdentifier(node)) found.push(...askedBy({ name: "", file }, node.text, seen));
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) visit(statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) {
      if (one.name.getText(file) === name) visit(one);
    }
  }
  return found;
}

/** The operations called by a page and its parts. */
function askedOn(page: string): Set<string> {
  const found = new Set<string>();
  const queue = [page];
  for (const name of queue) {
    const source = files.get(name);
    if (!source) continue;
    for (const { target, typeOnly } of importsOf(source)) {
      if (typeOnly || !target?.startsWith("features/") || queue.includes(target)) continue;
      if (!target.endsWith("/api.ts")) queue.push(target);
    }
    for (const statement of source.file.statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const from = importsOf({ name, file: source.file }).find(
        ({ text }) => text === (statement.moduleSpecifier as ts.StringLiteral).text,
      )?.target;
      const api = from?.endsWith("/api.ts") ? files.get(from) : undefined;
      const names = statement.importClause?.namedBindings;
      if (!api || !names || !ts.isNamedImports(names)) continue;
      for (const { propertyName, name: local } of names.elements) {
        for (const path of askedBy(api, (propertyName ?? local).text)) found.add(path);
      }
    }
  }
  return found;
}

test("a page needs the capability of something that it asks for", () => {
  const needed = capabilitiesOf(
    readFileSync(resolve(import.meta.dirname, "../../../api/openapi.yaml"), "utf8"),
  );
  const wrong = consoleRoutes.flatMap(({ path, page, needs }) => {
    if (!needs) return [];
    const all = [...askedOn(`features/${page.replace(/[^/]+$/, "console/$&")}.tsx`)];
    const asked = new Set(all.flatMap((one) => askedFor(needed, one)));
    return asked.has(needs)
      ? []
      : [`${path} needs ${needs}, and asks for ${[...asked].join(", ")}`];
  });
  expect(wrong).toEqual([]);
});
