import { Fragment, type ReactNode } from "react";
import { changesOrder } from "./bidi";
import { writeNumbers } from "./format/figures";
import { usePageLanguage, useScope } from "./scope";

/** Numbers of orders, quotations, returns and tickets: W-3QHE-CJA2. */
const codes = /([A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4})/;

/**
 * A user-written text in its own direction: "7 Stars cola 330 ml" would read "Stars cola 330 ml 7"
 * on an Arabic page. Texts in the page's direction are rendered without an element.
 */
export function Isolate({
  children,
  of = children,
}: {
  children: ReactNode;
  /** The text, if the children contain it in parts. */
  of?: ReactNode;
}) {
  const lang = usePageLanguage();
  const foreign = lang !== undefined && typeof of === "string" && changesOrder(lang, of);
  return foreign ? <bdi>{children}</bdi> : children;
}

/**
 * A text written by a person, a shop or the server, between numbers that the page writes: in its
 * own direction, in the page's numerals, and with codes kept in one piece.
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
 * An isolated text in a line with others, such as the choice of a product: its digits and Latin
 * letters never reorder its neighbours, and it follows the page's direction.
 */
export function Apart({ children }: { children: string }) {
  return (
    <span className="[unicode-bidi:isolate]">
      <Words>{children}</Words>
    </span>
  );
}
