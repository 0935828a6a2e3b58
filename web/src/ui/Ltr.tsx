import { steadyFigures } from "../lib/bidi";
import { cx } from "./cx";

/** The number of an order or a ticket: broken at its hyphen, its halves would change places. */
const number = /^[A-Z]-/;

/** A phone number, an order number, a code: kept left to right and apart from the text around. */
export function Ltr({ children, className }: { children: string; className?: string }) {
  return (
    <bdi
      dir="ltr"
      className={cx(number.test(children) && "whitespace-nowrap", className) || undefined}
    >
      {steadyFigures(children)}
    </bdi>
  );
}
