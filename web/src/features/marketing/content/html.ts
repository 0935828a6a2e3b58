/**
 * Parses an information page's markup, which the server has cleaned, into a tree that server and browser render alike.
 * For any input, only the elements below come out: unknown ones leave their text, scripts and styles leave
 * nothing, and the only attribute kept is a link's safe URL.
 */

const kept = [
  "h2",
  "h3",
  "h4",
  "p",
  "ul",
  "ol",
  "li",
  "a",
  "strong",
  "em",
  "blockquote",
  "code",
  "br",
  "hr",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
] as const;

export type Tag = (typeof kept)[number];

export interface HtmlElement {
  tag: Tag;
  /** For links. */
  href?: string;
  children: HtmlNode[];
}

export type HtmlNode = string | HtmlElement;

const aliases: Record<string, Tag> = { b: "strong", i: "em", h5: "h4", h6: "h4" };
const silent = new Set(["script", "style", "template", "noscript", "iframe", "svg", "math"]);
const empty = new Set<string>(["br", "hr"]);

function tagOf(name: string): Tag | undefined {
  return aliases[name] ?? kept.find((one) => one === name);
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

function decode(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return named[name] ?? whole;
    const hex = /^#x/i.test(name);
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Our own paths, and the few kinds of URLs that a text page may link to. */
function safeAddress(attributes: string): string | undefined {
  const found = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const address = decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
  return /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(address) ? address : undefined;
}

// A comment, a tag with its attributes, or a run of text; a lone "<" is text.
const piece = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;

export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: { name: string; children: HtmlNode[] }[] = [{ name: "", children: root }];
  let skipping = "";
  for (const [whole, slash, rawName, attributes] of html.matchAll(piece)) {
    const name = rawName?.toLowerCase() ?? "";
    const here = open.at(-1)?.children ?? root;
    if (skipping !== "") {
      if (slash === "/" && name === skipping) skipping = "";
      continue;
    }
    if (name === "") {
      if (!whole.startsWith("<!--")) here.push(decode(whole));
      continue;
    }
    if (slash === "/") {
      const at = open.findLastIndex((one) => one.name === name);
      if (at > 0) open.length = at;
      continue;
    }
    if (silent.has(name)) {
      skipping = name;
      continue;
    }
    const tag = tagOf(name);
    if (!tag) {
      // An h1 is dropped because the page has its own; other unknown elements leave only their content.
      open.push({ name, children: name === "h1" ? [] : here });
      continue;
    }
    const element: HtmlElement = { tag, children: [] };
    if (tag === "a") {
      const href = safeAddress(attributes ?? "");
      if (href !== undefined) element.href = href;
    }
    here.push(element);
    if (!empty.has(name)) open.push({ name, children: element.children });
  }
  return root;
}

/** The text of a tree, for a page's description. */
export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (typeof node === "string" ? node : textOf(node.children)))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** The first paragraph, cut at a word near `length` letters. */
export function summary(html: string, length = 160): string {
  const first = parseHtml(html).find((node) => typeof node !== "string" && node.tag === "p");
  const text = first ? textOf([first]) : "";
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/\s+\S*$/, "")}…`;
}
