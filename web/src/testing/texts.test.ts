import ts from "typescript";
import { describe, expect, test } from "vitest";
import { pluralForms } from "../lib/plural";
import { place, readTexts, type Source, sources } from "./sources";

const folders = ["", "console"] as const;
const suffix = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(suffix, "");

describe.each(folders)("texts in locales/*/%s", (folder) => {
  const en = readTexts("en", folder);
  const ar = readTexts("ar", folder);

  test("both languages have the same files", () => {
    expect([...ar.keys()].sort()).toEqual([...en.keys()].sort());
  });

  test.each([...en.keys()])("%s has the same keys in both languages, none empty", (name) => {
    const english = en.get(name) ?? {};
    const arabic = ar.get(name) ?? {};
    const keys = (texts: Record<string, string>) =>
      [...new Set(Object.keys(texts).map(stem))].sort();
    expect(keys(arabic)).toEqual(keys(english));
    for (const texts of [english, arabic]) {
      expect(Object.entries(texts).filter(([, text]) => text.trim() === "")).toEqual([]);
    }
  });

  test.each([...en.keys()])("%s has every plural form", (name) => {
    for (const [lang, files] of [
      ["en", en],
      ["ar", ar],
    ] as const) {
      const texts = files.get(name) ?? {};
      // "type_other" alone is not a plural form but an ordinary key, like "type_home".
      const plural = new Set(
        Object.keys(texts)
          .filter((key) => /_(zero|one|two|few|many)$/.test(key))
          .map(stem),
      );
      const missing = [...plural].flatMap((key) =>
        pluralForms[lang].map((form) => `${key}_${form}`).filter((full) => !(full in texts)),
      );
      expect(missing).toEqual([]);
    }
  });

  test.each([...en.keys()])("%s fills in the same names in both languages", (name) => {
    const fillIns = (texts: Record<string, string>) => {
      const found = new Map<string, Set<string>>();
      for (const [key, text] of Object.entries(texts)) {
        const names = found.get(stem(key)) ?? new Set();
        for (const [, fill] of text.matchAll(/\{\{\s*([\w.]+)/g))
          if (fill !== "count") names.add(fill ?? "");
        found.set(stem(key), names);
      }
      return [...found].map(([key, names]) => `${key}: ${[...names].sort().join()}`).sort();
    };
    expect(fillIns(ar.get(name) ?? {})).toEqual(fillIns(en.get(name) ?? {}));
  });

  test("optional fields are marked in one form", () => {
    const marks = (files: typeof en) => [
      ...new Set(
        [...files.values()].flatMap((texts) =>
          Object.entries(texts)
            .filter(([key]) => /^(note_)?optional$/.test(key))
            .map(([, text]) => text),
        ),
      ),
    ];
    expect(marks(en)).toEqual(["(optional)"]);
    expect(marks(ar)).toEqual(["(اختياري)"]);
  });
});

const all = sources();

/** Punctuation and symbols: not words to translate. */
const neutral = /^[\s\d.,:;!?%×+\-–—/()[\]{}|·•…#*&@"'«»<>=→←↑↓✓_]*$/;
const spoken = new Set([
  "aria-label",
  "aria-description",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "placeholder",
  "title",
  "alt",
  "label",
]);

function hardCoded(source: Source): string[] {
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (!neutral.test(text)) found.push(`${place(source, node)} ${text.trim()}`);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxAttribute(node) && spoken.has(node.name.getText(source.file))) {
      const value = node.initializer;
      if (value && ts.isStringLiteral(value)) report(value, value.text);
      else if (value && ts.isJsxExpression(value) && value.expression) literals(value.expression);
    } else if (
      ts.isJsxExpression(node) &&
      node.expression &&
      (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))
    ) {
      literals(node.expression);
    }
    ts.forEachChild(node, visit);
  };
  // Literals an expression may evaluate to: "a", `a ${b}`, x ? "a" : "b", x && "a", x ?? "a".
  const literals = (node: ts.Expression) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      report(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      report(
        node,
        [node.head, ...node.templateSpans.map((span) => span.literal)]
          .map((part) => part.text)
          .join(""),
      );
    } else if (ts.isConditionalExpression(node)) {
      literals(node.whenTrue);
      literals(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      literals(node.right);
    } else if (ts.isParenthesizedExpression(node)) {
      literals(node.expression);
    }
  };
  visit(source.file);
  return found;
}

test("no words are written into components", () => {
  expect(all.filter(({ name }) => name.endsWith(".tsx")).flatMap(hardCoded)).toEqual([]);
});

/**
 * The keys these components read from the namespace in their `texts`; an attribute of the same name
 * replaces the key.
 */
const framed: Record<string, readonly string[]> = {
  Loaded: ["loading", "failed", "retry"],
  LoadedList: ["loading", "failed", "retry"],
  More: ["more", "loading"],
  Pages: ["pages", "previous", "next", "page"],
  History: ["history", "more", "loading"],
};

function framedKeys(node: ts.JsxOpeningLikeElement, source: Source): string[] {
  const attributes = new Map(
    node.attributes.properties
      .filter(ts.isJsxAttribute)
      .map((one) => [one.name.getText(source.file), one.initializer]),
  );
  const texts = attributes.get("texts");
  if (!texts || !ts.isStringLiteral(texts)) return [];
  return (framed[node.tagName.getText(source.file)] ?? [])
    .filter((key) => !attributes.has(key))
    .map((key) => `${texts.text}:${key}`);
}

/** The keys passed to `t("…")` and to frames, as far as they are literals. */
function asked(source: Source): { key: string; namespaces: string[]; where: string }[] {
  const found: { key: string; namespaces: string[]; where: string }[] = [];
  const namespaces = new Set<string>();
  const keys: { key: string; node: ts.Node }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText(source.file);
      const first = node.arguments[0];
      if (name === "useTranslation" || name === "withTranslation") {
        const list =
          first && ts.isArrayLiteralExpression(first) ? first.elements : first ? [first] : [];
        for (const one of list) if (ts.isStringLiteral(one)) namespaces.add(one.text);
        if (!first) namespaces.add("shell");
      } else if (/(^|\.)t$/.test(name) && first) {
        const literals = (expression: ts.Expression) => {
          if (ts.isStringLiteral(expression)) keys.push({ key: expression.text, node: expression });
          else if (ts.isConditionalExpression(expression)) {
            literals(expression.whenTrue);
            literals(expression.whenFalse);
          }
        };
        literals(first);
      }
    } else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      for (const key of framedKeys(node, source)) keys.push({ key, node });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  for (const { key, node } of keys) {
    found.push({ key, namespaces: [...namespaces], where: place(source, node) });
  }
  return found;
}

test("every text that is asked for exists", () => {
  const shop = readTexts("en");
  const console = new Map([...shop, ...readTexts("en", "console")]);
  const lost = all.flatMap((source) => {
    const texts = /^(console|backoffice)\/|\/console\//.test(source.name) ? console : shop;
    return asked(source).flatMap(({ key, namespaces, where }) => {
      const [space, name] = key.includes(":") ? key.split(":", 2) : ["", key];
      // A file whose `t` comes from elsewhere names its namespace in every key.
      const spaces = space ? [space] : namespaces;
      if (spaces.length === 0 || name === undefined) return [];
      const exists = spaces.some((one) => {
        const known = texts.get(one);
        return known !== undefined && (name in known || `${name}_other` in known);
      });
      return exists ? [] : [`${where} ${key} (${spaces.join()})`];
    });
  });
  expect(lost).toEqual([]);
});

test("the search for words finds them", () => {
  const text = `export const X = ({ a }) => <p title="Hello" aria-label={a ? "Yes" : \`No \${a}\`}>Text {a && "more"} · {1}</p>;`;
  const file = ts.createSourceFile("x.tsx", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);
  expect(hardCoded({ name: "x.tsx", file })).toEqual([
    "x.tsx:1 Hello",
    "x.tsx:1 Yes",
    "x.tsx:1 No",
    "x.tsx:1 Text",
    "x.tsx:1 more",
  ]);
  expect(all.flatMap(asked).length).toBeGreaterThan(20);
  const frame = `<><Loaded texts="cart" failed={x}>{y}</Loaded><More texts="cart" /></>`;
  const framedFile = ts.createSourceFile(
    "y.tsx",
    frame,
    ts.ScriptTarget.ESNext,
    true,
    ts.ScriptKind.TSX,
  );
  expect(asked({ name: "y.tsx", file: framedFile }).map(({ key }) => key)).toEqual([
    "cart:loading",
    "cart:retry",
    "cart:more",
    "cart:loading",
  ]);
});
