import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { cookieNames } from "../lib/cookies";
import { localNames } from "../lib/local";
import { sources } from "./sources";

/** docs/glossary.md says what is stored in a browser, and nothing else. */
const [, section = ""] = readFileSync(
  resolve(__dirname, "../../../docs/glossary.md"),
  "utf8",
).split("## Stored in the browser\n");
const named = [...section.matchAll(/`([A-Za-z_-]+)(?:[:_]<[^`]*)?`/g)].map(
  ([, name]) => name ?? "",
);

/** Names given to the browser's storage by modules that use it themselves. */
function ownNames(): string[] {
  return sources()
    .filter(
      ({ name, file }) =>
        /(local|session)Storage\b|caches\.open/.test(file.text) && name !== "lib/local.ts",
    )
    .flatMap(({ file }) => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isStringLiteral(node) || ts.isTemplateHead(node)) found.push(node.text);
        else ts.forEachChild(node, visit);
      };
      file.forEachChild((node) => {
        if (!ts.isVariableStatement(node)) return;
        for (const one of node.declarationList.declarations) {
          if (/^name|Key$/.test(one.name.getText(file)) && one.initializer) visit(one.initializer);
        }
      });
      return found;
    })
    .map((name) => name.replace(/[:_]$/, ""));
}

test("the glossary names every entry of cookies, storage and caches", () => {
  const own = ownNames();
  expect(own.length).toBeGreaterThan(8);
  const stored = [...Object.values(cookieNames), ...Object.values(localNames), ...own];
  expect(stored.filter((name) => !named.includes(name))).toEqual([]);
  const values = ["en", "ar", "latn", "arab", "pending", "register", "device-id"];
  expect(named.filter((name) => !stored.includes(name) && !values.includes(name))).toEqual([]);
});
