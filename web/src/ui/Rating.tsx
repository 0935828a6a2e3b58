import { useId } from "react";
import { cx } from "./cx";

export interface RatingProps {
  /** 0 to `outOf`. */
  value: number;
  outOf?: number;
  /** The whole in words: "4.3 of 5, 210 ratings". */
  label: string;
  /** The figure beside the stars, already formatted. */
  text?: string | undefined;
  count?: string | undefined;
  /** One star and the figure, for lists; or all of them. */
  compact?: boolean;
  className?: string;
}

const star =
  "M12 2.6l2.85 5.8 6.4.93-4.63 4.5 1.1 6.37L12 17.2l-5.72 3 1.1-6.37L2.75 9.33l6.4-.93L12 2.6Z";

/** What others thought of it. */
export function Rating({
  value,
  outOf = 5,
  label,
  text,
  count,
  compact = false,
  className,
}: RatingProps) {
  const id = useId();
  const stars = compact ? 1 : outOf;
  const share = compact ? 1 : Math.min(Math.max(value / outOf, 0), 1);
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-sm", className)}>
      <svg
        role="img"
        aria-label={label}
        width={stars * 18}
        height={18}
        viewBox={`0 0 ${stars * 24} 24`}
        className="shrink-0 rtl:-scale-x-100"
      >
        <defs>
          <clipPath id={id}>
            <rect width={stars * 24 * share} height="24" />
          </clipPath>
          <path id={`${id}-star`} d={star} />
        </defs>
        <g className="fill-line stroke-control" strokeWidth="0.75">
          {starts(stars).map((x) => (
            <use key={x} href={`#${id}-star`} x={x} />
          ))}
        </g>
        <g className="fill-saffron" clipPath={`url(#${id})`}>
          {starts(stars).map((x) => (
            <use key={x} href={`#${id}-star`} x={x} />
          ))}
        </g>
      </svg>
      {text && (
        <span aria-hidden="true" className="font-medium tabular-nums">
          {text}
        </span>
      )}
      {count && (
        <span aria-hidden="true" className="text-muted tabular-nums">
          {count}
        </span>
      )}
    </span>
  );
}

/** Where each star begins. */
function starts(stars: number): number[] {
  return Array.from({ length: stars }, (_, place) => place * 24);
}
