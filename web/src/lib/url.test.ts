import { describe, expect, test } from "vitest";
import { inLanguage, paths } from "./paths";
import { parseAddress, Query, withQuery } from "./url";

describe("addresses", () => {
  test.each([
    ["/", "", "/"],
    ["/ar", "ar", "/"],
    ["/ar/", "ar", "/"],
    ["/en/home?x=1#top", "en", "/home"],
    ["/english", "", "/english"],
    ["https://shop.test/ar/branches/brn_1/", "ar", "/branches/brn_1"],
    ["//home", "", "/home"],
  ])("%s", (address, prefix, path) => {
    expect(parseAddress(address)).toMatchObject({ prefix, path });
  });

  test("paths and patterns", () => {
    expect(paths.branch(":id")).toBe("/branches/:id");
    expect(paths.product("شاي/1")).toBe("/products/%D8%B4%D8%A7%D9%8A%2F1");
    expect(inLanguage("ar", "/")).toBe("/ar");
    expect(inLanguage("en", paths.home)).toBe("/en/home");
  });
});

describe("queries", () => {
  test("are read like a browser reads them, and never fail", () => {
    const query = new Query("?q=%D8%B4%D8%A7%D9%8A+a&x=1&x=2&bad=%zz&flag");
    expect(query.get("q")).toBe("شاي a");
    expect(query.all("x")).toEqual(["1", "2"]);
    expect(query.get("x")).toBe("2");
    expect(query.get("bad")).toBe("%zz");
    expect(query.has("flag")).toBe(true);
    expect(query.get("none")).toBe("");
  });

  test("numbers have bounds", () => {
    expect(new Query("page=3").int("page", 1)).toBe(3);
    for (const text of ["page=0", "page=-1", "page=1e9", "page=x", ""]) {
      expect(new Query(text).int("page", 1)).toBe(1);
    }
  });

  test("filters are links", () => {
    const query = new Query("?q=tea&page=3&store=a&store=b");
    expect(query.with({ page: null, sort: "price" }).toString()).toBe(
      "?q=tea&store=a&store=b&sort=price",
    );
    expect(query.with({ store: ["c"], q: "" }).toString()).toBe("?page=3&store=c");
    expect(withQuery("/x", { a: 1, b: undefined, c: true, d: false })).toBe("/x?a=1&c=true");
    expect(new Query("?q=%D8%B4&q=a b").toString()).toBe("?q=%D8%B4&q=a%20b");
  });
});
