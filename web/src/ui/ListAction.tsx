import type { ReactNode } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Link } from "./Link";

export interface ListActionProps {
  icon: IconName;
  children: ReactNode;
  /** The address of the link; without it, a button calls `onPress`. */
  to?: string;
  onPress?: () => void;
}

/** One of several actions, as a line of a card without padding. */
export function ListAction({ icon, children, to, onPress }: ListActionProps) {
  const look =
    "flex min-h-13 w-full items-center gap-4 px-4 py-2 text-start font-medium outline-offset-[-3px] hover:bg-tint";
  const inside = (
    <>
      <Icon name={icon} className="text-go-text" />
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="chevron-end" size={18} className="text-muted" />
    </>
  );
  return to === undefined ? (
    <button type="button" onClick={onPress} className={cx(look, "cursor-pointer")}>
      {inside}
    </button>
  ) : (
    <Link to={to} look="plain" className={look}>
      {inside}
    </Link>
  );
}
