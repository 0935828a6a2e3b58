import { Fragment, type ReactNode } from "react";
import { changesOrder } from "./bidi";
import { writeNumbers } from "./format/figures";
import { usePageLanguage, useScope } from "./scope";

/** Numbers of orders, quotations, returns and tickets: W-3QHE-CJA2. */
const codes = /([A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4})/;

/**
 * A text that somebody wrote, in its own direction: "7 Stars cola 330 ml" would read "Stars cola
 * 330 ml 7" on an Arabic page. Texts of the page's direction are drawn without an element.
 */
export function Isolate({
  children,
  of = children,
}: {
  children: ReactNode;
  /** The text, where the children are its parts. */
  of?: ReactNode;
}) {
  const lang = usePageLanguage();
  const foreign = lang !== undefined && typeof of === "string" && changesOrder(lang, of);
  return foreign ? <bdi>{children}</bdi> : children;
}

/**
 * A text that somebody wrote, a shop or the server, among figures that the page writes: in its own
 * direction, in the same figures as those, and with codes in one piece.
 */
export function Words({ children }: { children: string }) {
  const { figures, lang } = useScope();
  const parts = writeNumbers(children, figures).split(codes);
  const words = parts.map((part, place) => {
    const key = `${place}`;
    return place % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <span key={key} className="whitespace-nowrap">
        {part}
      </span>
    );
  });
  return changesOrder(lang, children) ? <bdi>{words}</bdi> : words;
}

/**
 * A text that stands in a line with others, such as the choice of a product: what is next to it
 * never changes places with its figures and Latin letters, and it runs the way the page does.
 */
export function Apart({ children }: { children: string }) {
  return (
    <span className="[unicode-bidi:isolate]">
      <Words>{children}</Words>
    </span>
  );
}
