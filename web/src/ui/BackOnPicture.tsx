import { cx } from "./cx";
import { Icon } from "./Icon";
import { Link } from "./Link";

/** The link up one level on a picture, for phones, which have no room for breadcrumbs. */
export function BackOnPicture({
  to,
  label,
  className,
}: {
  to: string;
  /** The label of its target, since the link has no visible text. */
  label: string;
  /** Its position, and the width from which it is hidden. */
  className: string;
}) {
  return (
    <Link
      to={to}
      look="plain"
      aria-label={label}
      className={cx(
        "absolute top-1 z-1 flex size-11 items-center justify-center rounded-full bg-card shadow-soft",
        className,
      )}
    >
      <Icon name="chevron-start" />
    </Link>
  );
}
