import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Capability } from "../backoffice/me";
import { readTexts } from "../testing/sources";
import { consoleRoutes, groups, sectionAt, sectionsOf } from "./routes";

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
  // What an editor of the catalogue may do: not with coupons.
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
