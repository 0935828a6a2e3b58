import { Words } from "../lib/words";
import { cx } from "./cx";

/**
 * Which variant of a product it is, after the product's name: "400 g". The dot between them is the space's,
 * which no line begins or ends with, and the name of a variant stays in one piece where it fits a line.
 */
export function VariantName({
  children,
  className,
}: {
  children: string | null | undefined;
  className?: string;
}) {
  if (!children) return null;
  return (
    <span className={cx("font-normal text-muted", className)}>
      <span className="dot-space"> </span>
      <span className="inline-block">
        <Words>{children}</Words>
      </span>
    </span>
  );
}
