// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * Names and user-written texts are rendered in their own direction: within <Isolate>, <Words>,
 * <Apart>, <bdi>, or an element with `dir`. Bare, "7 Stars cola 330 ml" reads "Stars cola 330 ml 7"
 * on an Arabic page. e2e/direction.spec.ts compares the characters on screens.
 */
const root = path.resolve(import.meta.dirname, "..");

/** Properties, variables and functions that contain such texts. */
const properties =
  /^(name|description|note|comment|variant|extras|subject|contact_name|company_name|legal_name|author|landmark|title|answer|address|text|reason)$/;
const variables = /^(name|title|note|description|text|label|variant|who)$/;
const functions = /^(nameOf|nameIn|name|titleOf|title)$/;

const isolating = new Set([
  "Words",
  "Isolate",
  "Apart",
  "bdi",
  "Ltr",
  "VariantName",
  "BranchName",
  "BranchNameInLines",
  "NameOnPhone",
  // Native lists, which contain only our own texts and names.
  "option",
]);

/** Files whose names are steps or currencies, not user-written texts. */
const exempt = [
  "ui/Price.tsx",
  "ui/MapGround.tsx",
  "ui/Logo.tsx",
  "ui/SkeletonGroup.tsx",
  "ui/Rating.tsx",
  "lib/words.tsx",
  "features/identity/account/components/DeleteAccount.tsx",
  "features/identity/auth/components/SignInDialog.tsx",
  "features/ordering/orders/console/components/Column.tsx",
];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "testing" ? [] : files(at);
    return /(?<!\.test)\.tsx$/.test(entry.name) ? [at] : [];
  });
}

type Leaf = "written" | "ours" | "other";

/** The possible results of an expression: user-written texts, our own, or anything else. */
function leaves(node: ts.Expression): Leaf[] {
  if (ts.isParenthesizedExpression(node)) return leaves(node.expression);
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return leaves(node.right);
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...leaves(node.left), ...leaves(node.right)];
    return ["other"];
  }
  if (ts.isConditionalExpression(node))
    return [...leaves(node.whenTrue), ...leaves(node.whenFalse)];
  if (ts.isPropertyAccessExpression(node))
    return [properties.test(node.name.text) ? "written" : "other"];
  if (ts.isIdentifier(node)) return [variables.test(node.text) ? "written" : "other"];
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const called = node.expression.text;
    return [functions.test(called) ? "written" : called === "t" ? "ours" : "other"];
  }
  return [ts.isStringLiteralLike(node) ? "ours" : "other"];
}

function bareTexts(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))
    ) {
      const parts = leaves(node.expression);
      const opening = ts.isJsxElement(node.parent) ? node.parent.openingElement : undefined;
      const directed = opening?.attributes.properties.some(
        (one) => one.name?.getText() === "dir" || one.getText().includes("spokenAs"),
      );
      if (
        parts.includes("written") &&
        !parts.includes("other") &&
        !directed &&
        !isolating.has(opening?.tagName.getText() ?? "")
      ) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${name}:${line + 1} ${node.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("texts that people wrote are drawn in their own direction", () => {
  const found = files(root)
    .map((at) => path.relative(root, at))
    .filter((name) => !exempt.includes(name))
    .flatMap((name) => bareTexts(name, readFileSync(path.join(root, name), "utf8")));
  expect(found).toEqual([]);
});

test("a bare name is found, and an isolated one is not", () => {
  expect(bareTexts("a.tsx", "<p>{product.name}</p>")).toHaveLength(1);
  expect(bareTexts("a.tsx", "<p>{address.name || t('home')}</p>")).toHaveLength(1);
  expect(bareTexts("a.tsx", "<p><Isolate>{product.name}</Isolate></p>")).toEqual([]);
  expect(bareTexts("a.tsx", '<p dir="auto">{product.name}</p>')).toEqual([]);
  expect(bareTexts("a.tsx", "<p>{step.name === 'code' && <Code />}</p>")).toEqual([]);
});

/** Elements that cut off a user-written text at their edge, which is not where that text ends. */
function cutTexts(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node)) {
      const { tagName, attributes } = node.openingElement;
      const head = attributes.getText();
      const within = node.children.filter(
        (child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces),
      );
      const only = within.length === 1 && within[0];
      if (
        /className=.*\btruncate\b/.test(head) &&
        !/\bdir=/.test(head) &&
        tagName.getText() !== "bdi" &&
        only &&
        ts.isJsxElement(only) &&
        /^(bdi|Isolate)$/.test(only.openingElement.tagName.getText())
      ) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${name}:${line + 1} ${node.openingElement.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("a text in the other direction is cut at its own end, not at its beginning", () => {
  const found = files(root).flatMap((at) =>
    cutTexts(path.relative(root, at), readFileSync(at, "utf8")),
  );
  expect(found).toEqual([]);
  expect(
    cutTexts("a.tsx", '<p className="truncate"><bdi>{name}</bdi></p>'),
    "a text isolated within what cuts it",
  ).toHaveLength(1);
  expect(cutTexts("a.tsx", '<p dir="auto" className="truncate">{name}</p>')).toEqual([]);
});
