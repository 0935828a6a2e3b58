import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Link } from "./Link";

export interface ChipProps {
  label: string;
  /** The address of the link. Filters are links so that a filtered list can be shared. */
  to?: string;
  /** Adds a history entry, which the back button undoes. */
  step?: boolean;
  /** The action of a chip without an address. */
  onPress?: () => void;
  selected?: boolean;
  icon?: IconName;
  /** The number of results of the option, or a day's date, already formatted. */
  count?: string | undefined;
  /** Shows a cross: following the link removes the filter. */
  removable?: boolean;
  /** The option has no results: it is shown without a link. */
  disabled?: boolean;
  className?: string | undefined;
}

/** A small option among others: a filter, a category, a time. */
export function Chip({
  label,
  to,
  step = false,
  onPress,
  selected = false,
  icon,
  count,
  removable = false,
  disabled = false,
  className,
}: ChipProps) {
  const classes = cx(
    "inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-4 text-sm font-medium no-underline transition-colors duration-150",
    selected
      ? "border-go bg-go-soft text-go-text"
      : disabled
        ? "border-line text-muted opacity-60"
        : "border-line bg-card text-ink hover:border-control",
    className,
  );
  const inside = (
    <>
      {icon && <Icon name={icon} size={18} />}
      <Isolate>{label}</Isolate>
      {count && " "}
      {count && <span className="text-muted tabular-nums">{count}</span>}
      {removable && <Icon name="close" size={16} />}
    </>
  );
  if (to !== undefined && !disabled) {
    return (
      <Link
        to={to}
        look="plain"
        replace={!step}
        keepScroll
        aria-current={selected ? "true" : undefined}
        className={classes}
      >
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={selected}
      disabled={disabled}
      onClick={onPress}
      className={classes}
    >
      {inside}
    </button>
  );
}
