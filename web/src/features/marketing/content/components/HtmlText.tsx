import { createElement, Fragment, useMemo } from "react";
import { Link } from "../../../../ui/Link";
import { type HtmlElement, type HtmlNode, parseHtml } from "../html";

const looks = {
  h2: "mt-4 text-xl font-semibold text-balance",
  h3: "mt-2 text-lg font-semibold text-balance",
  h4: "font-semibold",
  p: "text-pretty",
  ul: "flex list-disc flex-col gap-2 ps-6 marker:text-go-text",
  ol: "flex list-decimal flex-col gap-2 ps-6 marker:text-muted",
  blockquote: "border-s-4 border-line ps-4 text-muted",
  hr: "border-line",
  code: "rounded bg-tint px-1.5",
  th: "border-b border-line py-2 pe-4 text-start font-semibold",
  td: "border-b border-line py-2 pe-4 align-top",
} as const;

/** The text of an information page, in the shop's typography. */
export function HtmlText({ html }: { html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return <div className="flex flex-col gap-4 leading-relaxed">{draw(nodes)}</div>;
}

/** The nodes never change places, so they need no keys: they are passed one by one. */
export function draw(nodes: readonly HtmlNode[]) {
  return createElement(Fragment, null, ...nodes.map(one));
}

function one(node: HtmlNode) {
  return typeof node === "string" ? node : <Node node={node} />;
}

function Node({ node }: { node: HtmlElement }) {
  const { tag, href, children } = node;
  if (tag === "br") return <br />;
  if (tag === "hr") return <hr className={looks.hr} />;
  if (tag === "a") {
    return href === undefined ? draw(children) : <Link to={href}>{draw(children)}</Link>;
  }
  if (tag === "table") {
    return (
      <div className="overflow-x-auto">
        <table className="w-full border-collapse">{draw(elementsOf(children))}</table>
      </div>
    );
  }
  if (tag === "thead" || tag === "tbody" || tag === "tr") {
    const Row = tag;
    return <Row>{draw(elementsOf(children))}</Row>;
  }
  const Element = tag;
  const look = tag in looks ? looks[tag as keyof typeof looks] : undefined;
  return <Element className={look}>{draw(children)}</Element>;
}

/** Text between the parts of a table is not allowed there. */
function elementsOf(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.filter((node) => typeof node !== "string");
}
