import { expect, test } from "vitest";
import { consoleRoutes, sectionsOf } from "./routes";

const pathsOf = (role: Parameters<typeof sectionsOf>[0]) =>
  sectionsOf(role).map(({ path }) => path);

test("the owner's menu has every page that has a place in one", () => {
  expect(pathsOf("owner")).toEqual(consoleRoutes.flatMap(({ path, menu }) => (menu ? [path] : [])));
});

test("a menu offers no page that the API refuses to its role", () => {
  expect(pathsOf("editor")).not.toContain("/");
  expect(pathsOf("editor")).toContain("/coupons");
  expect(pathsOf("courier")).toEqual(["/", "/returns"]);
  expect(pathsOf("manager")).not.toContain("/finance");
});
