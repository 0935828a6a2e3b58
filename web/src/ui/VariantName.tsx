import { Words } from "../lib/words";
import { cx } from "./cx";

/**
 * The variant's name, such as "400 g", shown after the product's name. The dot between them belongs to
 * the space, so no line begins or ends with it. The variant's name does not break if it fits a line.
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
