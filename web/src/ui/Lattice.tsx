import { useId } from "react";
import { cx } from "./cx";

/**
 * A turned-wood window screen in thin lines: eight-pointed stars that touch, with crosses between
 * them. The brand's only ornament: it fills its parent, behind the content, in faint ink.
 */
export function Lattice({
  size = 48,
  fade = "none",
  className,
}: {
  /** Side of one star, in pixels. */
  size?: 32 | 48 | 64;
  /** Fades out towards one side, so that text can be placed there. */
  fade?: "none" | "bottom" | "start";
  className?: string;
}) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      data-lattice=""
      width="100%"
      height="100%"
      className={cx(
        "pointer-events-none absolute inset-0 -z-10 size-full opacity-[0.09]",
        fade === "bottom" && "mask-b-from-20% mask-b-to-95%",
        fade === "start" && "mask-l-from-10% mask-l-to-90% rtl:-scale-x-100",
        className,
      )}
    >
      <defs>
        <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
          <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
            <g fill="none" stroke="currentColor" strokeWidth={48 / size}>
              <path d="M24 0 48 24 24 48 0 24Z" />
              <path d="M7.03 7.03H40.97V40.97H7.03Z" />
              <path d="M0 0 7.03 7.03M48 0 40.97 7.03M0 48 7.03 40.970M48 48 40.97 40.97" />
              <path d="M24 15.5 30 18 32.5 24 30 30 24 32.5 18 30 15.5 24 18 18Z" />
            </g>
          </svg>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
