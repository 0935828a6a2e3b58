import { steadyFigures } from "../lib/bidi";
import { cx } from "./cx";

/**
 * The number of an order or a ticket. Broken at its hyphen, its two halves would be displayed in the
 * wrong order.
 */
const number = /^[A-Z]-/;

/**
 * A phone number, order number or code: always left to right and isolated from the surrounding text.
 */
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
