import { createElement, Fragment, useMemo } from "react";
import { cx } from "../../../ui/cx";
import { Fold } from "../../../ui/Fold";
import { Link } from "../../../ui/Link";
import { type HtmlElement, type HtmlNode, parseHtml, textOf } from "../html";

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

/** The words of an information page, in the shop's own type. */
export function HtmlText({ html }: { html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return <div className="flex flex-col gap-4 leading-relaxed">{draw(nodes)}</div>;
}

/**
 * Questions and their answers: each heading of the third level is a line that opens what stands below
 * it, each of the second a group, which on wide screens stands beside its name.
 */
export function Questions({ html }: { html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  const groups = split(nodes, "h2");
  return (
    <div className="flex flex-col gap-8 leading-relaxed">
      {groups.map((group) => (
        <section
          key={textOf(group.heading ?? [])}
          className={cx("grid gap-3", group.heading && "md:grid-cols-[11rem_1fr] md:gap-6")}
        >
          {group.heading && (
            <h2 className="text-xl font-semibold text-balance md:pt-3">{draw(group.heading)}</h2>
          )}
          <div className="flex flex-col gap-2">
            {split(group.nodes, "h3").map(({ heading, nodes }) =>
              heading ? (
                <Fold key={textOf(heading)} as="h3" boxed title={draw(heading)}>
                  {draw(nodes)}
                </Fold>
              ) : (
                <div key="before">{draw(nodes)}</div>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  );
}

/** What stands below each heading of a level; what stands before the first has none. */
function split(nodes: readonly HtmlNode[], tag: "h2" | "h3") {
  const parts: { heading: readonly HtmlNode[] | null; nodes: HtmlNode[] }[] = [];
  for (const node of nodes) {
    if (typeof node === "string" && node.trim() === "") continue;
    if (typeof node !== "string" && node.tag === tag) {
      parts.push({ heading: node.children, nodes: [] });
    } else {
      if (parts.length === 0) parts.push({ heading: null, nodes: [] });
      parts.at(-1)?.nodes.push(node);
    }
  }
  return parts;
}

/** The words never change places, so they need no keys: they are given one by one. */
function draw(nodes: readonly HtmlNode[]) {
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
