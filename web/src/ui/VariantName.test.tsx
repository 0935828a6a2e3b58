import { readFileSync } from "node:fs";
import { screen } from "@testing-library/react";
import ts from "typescript";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { place, type Source, sources } from "../testing/sources";
import { VariantName } from "./VariantName";

test("it stands in one piece after the name, with a space that is the dot", () => {
  renderShop(
    <p>
      Koshary
      <VariantName>Large</VariantName>
    </p>,
  );
  const name = screen.getByText("Large");
  expect(name.className).toBe("inline-block");
  expect(name.previousElementSibling?.className).toBe("dot-space");
  expect(name.closest("p")?.textContent).toBe("Koshary Large");
});

test("a product without variants has nothing after its name", () => {
  const { container } = renderShop(<VariantName>{null}</VariantName>);
  expect(container.textContent).toBe("");
});

test("the dot is drawn behind a space that a line's end swallows", () => {
  const theme = readFileSync(`${__dirname}/theme.css`, "utf8");
  const rules = /@utility dot-space \{([^}]*)\}/.exec(theme)?.[1] ?? "";
  expect(rules).toContain("word-spacing:");
  expect(rules).not.toMatch(/padding|margin|white-space|display/);
});

/** Returns the places where a dot is written by hand before or after a variant's name. */
function byHand({ file, name }: Source): string[] {
  const found: string[] = [];
  const named = /\b(variant_?name|variantName|pack|line\.variant)\b/;
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(
        (child) => !ts.isJsxText(child) || child.text.trim() !== "",
      );
      children.forEach((child, at) => {
        const dot = /·\s*(["'`]\}?)?\s*$/.test(child.getText(file));
        if (dot && named.test(children[at + 1]?.getText(file) ?? "")) {
          found.push(place({ file, name }, child));
        }
      });
    }
    // In a sentence for screen readers, or in a field's label, a dot is a pause.
    if (ts.isTemplateExpression(node) && ts.isJsxExpression(node.parent)) {
      if (
        !ts.isJsxAttribute(node.parent.parent) &&
        /· \$\{[^}]*(variant_name|\bpack)\b/.test(node.getText(file))
      ) {
        found.push(place({ file, name }, node));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("nobody writes the dot by hand", () => {
  expect(
    sources()
      .filter(({ name }) => name.endsWith(".tsx"))
      .flatMap(byHand),
  ).toEqual([]);
});
