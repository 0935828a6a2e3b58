import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Capability } from "../backoffice/me";
import { consoleRoutes, sectionsOf } from "./routes";

/** What the operations of the description ask for. */
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
  expect(pathsOf(...described)).toEqual(
    consoleRoutes.flatMap(({ path, menu }) => (menu ? [path] : [])),
  );
});

test("a menu offers no page whose capability is missing", () => {
  expect(pathsOf("console.use")).toEqual([]);
  expect(pathsOf("orders.read", "returns.read")).toEqual(["/", "/returns"]);
  expect(pathsOf("refunds.pay")).not.toContain("/finance");
});
