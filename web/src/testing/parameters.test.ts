import { expect, test } from "vitest";
import { pageQuery } from "../lib/parameters";
import { names } from "../lib/parameters.json";
import { withQuery } from "../lib/url";
import { sources } from "./sources";

/** Read outside a page's own query: the link of an invitation (lib/kept.ts). */
const beside = ["ref"];

test("every parameter that a page of the shop reads or writes is declared", () => {
  const used = new Map<string, string>();
  for (const { name, file } of sources()) {
    const { text } = file;
    if (!/^(features|shop|ui|storefront|lib)\//.test(name) || name.includes("/console/")) continue;
    for (const [, one = ""] of text.matchAll(/\bquery\s*\.(?:get|has|int|all)\("(\w+)"/g)) {
      used.set(one, name);
    }
    for (const [, one = ""] of text.matchAll(/[`"][^`"\n]*\?(\w+)=\$\{/g)) used.set(one, name);
    for (const [, body = ""] of text.matchAll(/\bquery\.with\(\{([^}]*)\}/g)) {
      for (const [, one = ""] of body.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g))
        used.set(one, name);
    }
  }
  for (const one of beside) used.delete(one);
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter(([one]) => !(one in names))).toEqual([]);
});

test("the list is in the order the server writes addresses in", () => {
  expect(Object.keys(names)).toEqual(Object.keys(names).toSorted());
});

test("a page meets what is declared and looks like it, once, in one order", () => {
  expect(pageQuery("?q=tea&x=1&page=2&q=milk&sort=<b>").toString()).toBe("?page=2&q=milk");
  expect(pageQuery(`?q=${"q".repeat(201)}&page=0x1&branch_id=%00`).toString()).toBe("");
  expect(pageQuery("?q=%D8%B4%D8%A7%D9%8A+a").get("q")).toBe("شاي a");
  expect(withQuery("/x", { page: 2 })).toBe("/x?page=2");
});
