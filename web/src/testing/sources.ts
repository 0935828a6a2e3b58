/** Reads the sources of src/ for the tests that look at the code itself. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const root = resolve(__dirname, "..");

export interface Source {
  /** Below src/ or the requested folder, with forward slashes: "shop/cart/api.ts". */
  name: string;
  file: ts.SourceFile;
}

function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith(".d.ts")) {
      yield path;
    }
  }
}

export function sources(folder = root): Source[] {
  return [...walk(folder)].map((path) => ({
    name: relative(folder, path).replaceAll("\\", "/"),
    file: ts.createSourceFile(
      path,
      readFileSync(path, "utf8"),
      ts.ScriptTarget.ESNext,
      true,
      path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  }));
}

export interface Import {
  /** As written: "../ui/Button", "react". */
  text: string;
  /** Below src/ where it is one of ours and exists, otherwise null. */
  target: string | null;
  typeOnly: boolean;
  dynamic: boolean;
}

/** Every import and re-export of a file, import() included. */
export function importsOf({ name, file }: Source): Import[] {
  const found: Import[] = [];
  const add = (text: string, typeOnly: boolean, dynamic: boolean) =>
    found.push({ text, target: locate(name, text), typeOnly, dynamic });
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const onlyTypes =
        clause !== undefined &&
        (clause.isTypeOnly ||
          (!clause.name &&
            named !== undefined &&
            ts.isNamedImports(named) &&
            named.elements.length > 0 &&
            named.elements.every((element) => element.isTypeOnly)));
      add(node.moduleSpecifier.text, onlyTypes, false);
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly, false);
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      add(node.arguments[0].text, false, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function locate(from: string, text: string): string | null {
  if (!text.startsWith(".")) return null;
  const base = resolve(root, dirname(from), text);
  for (const path of [base, `${base}.ts`, `${base}.tsx`, `${base}.d.ts`, join(base, "index.ts")]) {
    if (existsSync(path) && statSync(path).isFile()) {
      return relative(root, path).replaceAll("\\", "/");
    }
  }
  return null;
}

/** "file.tsx:12", for messages. */
export function place({ name, file }: Source, node: ts.Node): string {
  return `${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

export function readTexts(lang: "en" | "ar", folder = ""): Map<string, Record<string, string>> {
  return readFolder(join(root, "locales", lang, folder));
}

/** The texts of the files in a folder, by the files' names. */
export function readFolder(path: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const name of readdirSync(path)) {
    if (!name.endsWith(".json")) continue;
    const texts = JSON.parse(readFileSync(join(path, name), "utf8")) as object;
    found.set(name.replace(/\.json$/, ""), flatten(texts));
  }
  return found;
}

function flatten(texts: object, before = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flatten(value, `${before}${key}.`))
        : [[`${before}${key}`, String(value)]],
    ),
  );
}
