import { describe, expect, test } from "vitest";
import { parseHtml, summary, textOf } from "./html";

describe("an information page's markup", () => {
  test("becomes a tree of known elements", () => {
    expect(
      parseHtml(
        '<h2 id="x">A &amp; B</h2>\n<p>See <a href="/terms">our <b>terms</b></a>.<br/></p>',
      ),
    ).toEqual([
      { tag: "h2", children: ["A & B"] },
      "\n",
      {
        tag: "p",
        children: [
          "See ",
          { tag: "a", href: "/terms", children: ["our ", { tag: "strong", children: ["terms"] }] },
          ".",
          { tag: "br", children: [] },
        ],
      },
    ]);
  });

  test("leaves its first heading to the page", () => {
    expect(textOf(parseHtml("<h1>Privacy <em>policy</em></h1><p>We know little.</p>"))).toBe(
      "We know little.",
    );
  });

  test("keeps the words of what it does not know, and nothing of scripts", () => {
    expect(parseHtml("<div><p>a</p></div><script>alert('<p>')</script><custom>b</custom>")).toEqual(
      [{ tag: "p", children: ["a"] }, "b"],
    );
  });

  test.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,x",
    "//elsewhere.test",
    "/\\elsewhere.test",
  ])("does not lead to %s", (address) => {
    expect(parseHtml(`<a href="${address}" onclick="x()">go</a>`)).toEqual([
      { tag: "a", children: ["go"] },
    ]);
  });

  test("survives unclosed and stray tags", () => {
    expect(textOf(parseHtml("</p><ul><li>a<li>b</ul> 1 < 2 <p>c"))).toBe("ab 1 < 2 c");
  });

  test("decodes what the server escapes", () => {
    expect(textOf(parseHtml("<p>&lt;script&gt; &#39;&#x41;&#39; &quot;&unknown;</p>"))).toBe(
      "<script> 'A' \"&unknown;",
    );
  });

  test("is summed up by its first paragraph, cut at a word", () => {
    expect(summary("<h2>T</h2><p>one two three</p><p>four</p>", 9)).toBe("one two…");
    expect(summary("<h2>T</h2><p>one two</p>", 9)).toBe("one two");
    expect(summary("", 9)).toBe("");
  });
});
