import { steadyFigures } from "../lib/bidi";

/** A phone number, an order number, a code: kept left to right and apart from the text around. */
export function Ltr({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {steadyFigures(children)}
    </bdi>
  );
}
