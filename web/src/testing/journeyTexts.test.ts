import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { place, readFolder, readTexts, type Source, sources } from "./sources";

const root = resolve(__dirname, "../../..");

/** All texts a journey can name, as "file:key", "console/file:key" and "server/file:key". */
function named(lang: "en" | "ar"): Set<string> {
  const parts = [
    ["", readTexts(lang)],
    ["console/", readTexts(lang, "console")],
    ["server/", readFolder(resolve(root, "internal/platform/i18n/locales", lang))],
  ] as const;
  const keys = parts.flatMap(([part, files]) =>
    [...files].flatMap(([file, texts]) => Object.keys(texts).map((key) => `${part}${file}:${key}`)),
  );
  return new Set(keys.flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, "")]));
}

/** Strings that look like a text's name but are not. */
const others = /^(node|tel|dialog|webkitgtk|\w+_draft):/;
const whole = /^(?:(?:console|server)\/)?[a-z]\w*:[a-z][\w.]*$/;

interface Asked {
  /** The name, with * for each placeholder. */
  name: string;
  where: string;
}

/** The names of texts in a journey: written out, concatenated, or passed to a helper in the journey. */
function asked(source: Source): Asked[] {
  const found: Asked[] = [];
  const add = (name: string, node: ts.Node) => {
    if (!others.test(name) && whole.test(name.replaceAll("*", "x")))
      found.push({ name, where: place(source, node) });
  };
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node.text, node);
    else if (ts.isTemplateExpression(node)) {
      const filled = node.templateSpans.map(({ literal }) => literal.text);
      add([node.head.text, ...filled].join("*"), node);
      if (filled.join("") === "")
        for (const key of keysOf(node)) add(node.head.text + key.text, key);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  return found;
}

/** For `const text = (key) => say(`file:${key}`)`: the literal keys that `text` is called with. */
function keysOf(template: ts.TemplateExpression): ts.StringLiteral[] {
  let helper: ts.Node = template;
  while (!ts.isSourceFile(helper) && !ts.isArrowFunction(helper)) helper = helper.parent;
  if (!ts.isArrowFunction(helper) || !ts.isVariableDeclaration(helper.parent)) return [];
  const filled = template.templateSpans[0]?.expression.getText();
  if (helper.parameters[0]?.name.getText() !== filled) return [];
  const name = helper.parent.name.getText();
  const keys: ts.StringLiteral[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === name) {
      for (const key of node.arguments.slice(0, 1)) if (ts.isStringLiteral(key)) keys.push(key);
    }
    ts.forEachChild(node, visit);
  };
  visit(helper.parent.parent.parent.parent);
  return keys;
}

function lost(journeys: readonly Source[], texts: ReadonlySet<string>): string[] {
  const isThere = (name: string) => {
    if (!name.includes("*")) return texts.has(name);
    const pieces = name.split("*").map((piece) => piece.replaceAll(".", "\\."));
    const like = new RegExp(`^${pieces.join("[\\w.]+")}$`);
    return [...texts].some((one) => like.test(one));
  };
  return journeys
    .flatMap(asked)
    .filter(({ name }) => !isThere(name))
    .map(({ name, where }) => `${where} ${name}`);
}

const journeys = sources(resolve(root, "e2e"));

test.each(["en", "ar"] as const)("every text a journey names exists (%s)", (lang) => {
  expect(lost(journeys, named(lang))).toEqual([]);
});

test("the search for names finds them, however they are written", () => {
  const text = `
    import { readFileSync } from "node:fs";
    const title = say("cart:title");
    for (const to of moves) say.raw(\`server/orders:move_\${to}\`);
    for (const [kind, key] of [["a", "catalog:failed"]]) say(key);
    say(\`\${name}:retry\`);
    { const text = (key) => say(\`console/content:\${key}\`); text("saved"); }
    { text("elsewhere"); }
    "https://example.com"; "10:30"; "Sold by: us";
  `;
  const file = ts.createSourceFile("x.ts", text, ts.ScriptTarget.ESNext, true);
  const source = { name: "x.ts", file };
  expect(asked(source).map(({ name }) => name)).toEqual([
    "cart:title",
    "server/orders:move_*",
    "catalog:failed",
    "*:retry",
    "console/content:*",
    "console/content:saved",
  ]);
  const texts = new Set([
    "cart:title",
    "server/orders:moved",
    "cart:retry",
    "console/content:save",
  ]);
  expect(lost([source], texts)).toEqual([
    "x.ts:4 server/orders:move_*",
    "x.ts:5 catalog:failed",
    "x.ts:7 console/content:saved",
  ]);
  expect(journeys.flatMap(asked).length).toBeGreaterThan(300);
});
