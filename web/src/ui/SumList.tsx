import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

export interface SumLine {
  id: string;
  label: ReactNode;
  /** An amount, already formatted, or a Price. */
  value: ReactNode;
  /** How the amount was calculated, below the line. */
  note?: ReactNode;
  /** The style of the line, for a discount or the total. */
  tone?: "plain" | "less" | "total";
}

/** A sum explained line by line. */
export function SumList({ lines, className }: { lines: readonly SumLine[]; className?: string }) {
  return (
    <dl className={cx("flex flex-col gap-2", className)}>
      {lines.map((line) => (
        // Each line divides its own width, so that a long value does not narrow the labels of other
        // lines.
        <div
          key={line.id}
          className={cx(
            "flex justify-between gap-6",
            line.tone === "less" && "text-good-text",
            line.tone === "total" && "border-t border-line pt-3 text-lg font-semibold",
          )}
        >
          <dt className="min-w-0">
            {line.label}
            {line.note && (
              <span className="block text-sm font-normal text-muted">
                <Isolate>{line.note}</Isolate>
              </span>
            )}
          </dt>
          <dd className="shrink-0 text-end tabular-nums">
            <bdi>{line.value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
