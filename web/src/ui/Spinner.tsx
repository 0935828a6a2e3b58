import { cx } from "./cx";

/** A spinner for short waits; longer waits get a skeleton. */
export function Spinner({ size = 20, className }: { size?: 16 | 20 | 24; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      aria-hidden="true"
      className={cx("shrink-0 animate-turn", className)}
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
