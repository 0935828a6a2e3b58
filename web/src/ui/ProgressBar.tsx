import { cx } from "./cx";

export interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
  /** The progress in words: "EGP 35 to go". */
  valueText?: string | undefined;
  tone?: "go" | "saffron" | "trouble";
  className?: string;
}

const tones = { go: "text-go", saffron: "text-saffron", trouble: "text-trouble" } as const;

/** A progress bar. Drawn without inline styles, so strict content policies allow it. */
export function ProgressBar({
  label,
  value,
  max,
  valueText,
  tone = "go",
  className,
}: ProgressBarProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 1;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={valueText}
      className={cx("h-2 overflow-hidden rounded-full bg-line", tones[tone], className)}
    >
      <svg aria-hidden="true" width="100%" height="8" className="block rtl:-scale-x-100">
        <rect width={`${share * 100}%`} height="8" rx="4" fill="currentColor" />
      </svg>
    </div>
  );
}
