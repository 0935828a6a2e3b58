import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

export interface SumLine {
  id: string;
  label: ReactNode;
  /** An amount, already formatted, or a Price. */
  value: ReactNode;
  /** How it came about, under the line. */
  note?: ReactNode;
  /** A discount, or the sum itself. */
  tone?: "plain" | "less" | "total";
}

/** A sum explained line by line. */
export function SumList({ lines, className }: { lines: readonly SumLine[]; className?: string }) {
  return (
    <dl className={cx("flex flex-col gap-2", className)}>
      {lines.map((line) => (
        // Each line shares its own width, so that a long value narrows no other line's words.
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
