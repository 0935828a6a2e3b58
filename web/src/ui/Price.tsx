import { cx } from "./cx";
import { VisuallyHidden } from "./VisuallyHidden";

/** A formatted amount: `text` is the form for screen readers and copying. */
export interface PriceParts {
  whole: string;
  /** With its separator: ".50", "٫٥٠"; empty for a round amount. */
  fraction: string;
  currency: string;
  /** The currency precedes the number: EGP 120, but ١٢٠ ج.م. */
  currencyFirst: boolean;
  text: string;
  /** The unit of the price: "/ kg". */
  per?: string;
  /** The approximate amount in another currency: "≈ US$ 2.47". */
  approx?: string;
}

const sizes = {
  sm: ["text-base", "text-xs", "text-xs"],
  md: ["text-xl", "text-sm", "text-xs"],
  lg: ["text-3xl", "text-lg", "text-sm"],
} as const;

export interface PriceProps {
  price: PriceParts;
  /** The price before the offer, struck through. */
  old?: PriceParts | undefined;
  /** Announces `old` as the former price to screen readers. */
  oldLabel?: string | undefined;
  /** Words before the number, such as "from". */
  prefix?: string | undefined;
  size?: keyof typeof sizes;
  className?: string | undefined;
}

/** A large number with a small fraction. Numbers run left to right in every language. */
export function Price({ price, old, oldLabel, prefix, size = "md", className }: PriceProps) {
  const [whole, fraction, currency] = sizes[size];
  const label = <span className={cx("font-medium text-muted", currency)}>{price.currency}</span>;
  return (
    <span className={cx("inline-flex flex-wrap items-baseline gap-x-2", className)}>
      <span className="inline-flex flex-wrap items-baseline gap-x-1" aria-hidden="true">
        {prefix && <span className="text-sm text-muted">{prefix}</span>}
        {price.currencyFirst && label}
        <span
          dir="ltr"
          className={cx("font-semibold whitespace-nowrap tabular-nums text-ink", whole)}
        >
          {price.whole}
          {price.fraction && <span className={cx("font-medium", fraction)}>{price.fraction}</span>}
        </span>
        {!price.currencyFirst && label}
        {price.per && <span className="text-sm text-muted">{price.per}</span>}
      </span>
      <VisuallyHidden>
        {prefix && `${prefix} `}
        <bdi>{price.text}</bdi>
      </VisuallyHidden>
      {price.approx && (
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          <bdi>{price.approx}</bdi>
        </span>
      )}
      {old && (
        <>
          <s aria-hidden="true" className={cx("text-muted tabular-nums", fraction)}>
            <bdi>{old.text}</bdi>
          </s>
          <VisuallyHidden>
            {oldLabel && `${oldLabel} `}
            <bdi>{old.text}</bdi>
          </VisuallyHidden>
        </>
      )}
    </span>
  );
}
