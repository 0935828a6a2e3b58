import { cx } from "./cx";
import { Icon } from "./Icon";
import { Link } from "./Link";

/** The way up on a picture, for phones, which have no room for crumbs. */
export function BackOnPicture({
  to,
  label,
  className,
}: {
  to: string;
  /** Where it leads: there is no text to read. */
  label: string;
  /** Where it stands, and from which width on it does not. */
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
