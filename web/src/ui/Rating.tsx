import { cx } from "./cx";

export interface RatingProps {
  /** 0 to `outOf`. */
  value: number;
  outOf?: number;
  /** The rating in words: "4.3 of 5, 210 ratings". */
  label: string;
  /** The number next to the stars, already formatted. */
  text?: string | undefined;
  count?: string | undefined;
  /** One star and the number, for lists; or all stars. */
  compact?: boolean;
  className?: string;
}

/** One star, drawn clockwise from its top. */
const star = "l2.85 5.8 6.4.93-4.63 4.5 1.1 6.37-5.72-3-5.72 3 1.1-6.37-4.63-4.5 6.4-.93z";

/** The average rating by customers. */
export function Rating({
  value,
  outOf = 5,
  label,
  text,
  count,
  compact = false,
  className,
}: RatingProps) {
  const stars = compact ? 1 : outOf;
  const share = compact ? 1 : Math.min(Math.max(value / outOf, 0), 1);
  const drawn = Array.from({ length: stars }, (_, at) => `M${12 + 24 * at} 2.6${star}`).join("");
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
        <path className="fill-line stroke-control" strokeWidth="0.75" d={drawn} />
        {/* Clipped at the value. */}
        <svg width={stars * 24 * share} height="24" aria-hidden="true">
          <path className="fill-saffron" d={drawn} />
        </svg>
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
