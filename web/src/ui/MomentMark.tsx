import type { ReactNode } from "react";
import { cx } from "./cx";

/**
 * A round mark for an event: the lattice's star opens around it once, and its icon appears or drives
 * past. It does not move if reduced motion is requested or nothing has happened.
 */
export function MomentMark({
  moment,
  className,
  children,
}: {
  moment: "none" | "arrive" | "drive";
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cx("relative flex shrink-0 items-center justify-center", className)}>
      {moment !== "none" && (
        <svg
          aria-hidden="true"
          viewBox="0 0 48 48"
          className="pointer-events-none absolute inset-0 size-full animate-star text-saffron"
        >
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M24 2 46 24 24 46 2 24Z" />
            <path d="M8.4 8.4H39.6V39.6H8.4Z" />
          </g>
        </svg>
      )}
      <span
        className={cx(
          "flex",
          moment === "arrive" && "animate-pop",
          moment === "drive" && "animate-drive rtl:[animation-name:drive-rtl]",
        )}
      >
        {children}
      </span>
    </span>
  );
}
