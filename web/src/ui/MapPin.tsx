import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";

/** A pin of 40 by 48 pixels whose tip is in the middle of the lower edge. */
export function MapPin({ icon, className }: { icon?: IconName; className?: string }) {
  return (
    <span aria-hidden="true" className={cx("relative block h-12 w-10", className)}>
      <svg viewBox="0 0 40 48" width="40" height="48" aria-hidden="true" className="drop-shadow-md">
        <path
          d="M20 46S5 31 5 18a15 15 0 0 1 30 0c0 13-15 28-15 28Z"
          fill="currentColor"
          strokeWidth="2"
          className="stroke-card"
        />
        {!icon && <circle cx="20" cy="18" r="6" className="fill-card" />}
      </svg>
      {icon && <Icon name={icon} size={18} className="absolute start-[11px] top-[9px] text-card" />}
    </span>
  );
}
