/** An empty list explains what it will contain and what to do next: with a text or a button next to its title. */

import ts from "typescript";
import { expect, test } from "vitest";
import { sources } from "./sources";

/** The positions of each <EmptyState> that only has a title. */
function bare(file: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node) => {
    if (
      (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) &&
      node.tagName.getText(file) === "EmptyState"
    ) {
      const told = node.attributes.properties.some(
        (one) =>
          ts.isJsxSpreadAttribute(one) || ["text", "action"].includes(one.name.getText(file)),
      );
      if (!told) found.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("every empty state says the next step", () => {
  const found = sources().flatMap(({ name, file }) => bare(file).map((line) => `${name}:${line}`));
  expect(found).toEqual([]);
});

test("one with a title only is found", () => {
  const file = (text: string) =>
    ts.createSourceFile("x.tsx", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);
  expect(bare(file('const x = <EmptyState icon="bag" title={t("empty")} />;'))).toEqual([1]);
  expect(bare(file('const x = <EmptyState icon="bag" title="x" text="y" />;'))).toEqual([]);
});
