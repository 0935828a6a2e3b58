import { Fragment, type ReactNode } from "react";
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
    <dl className={cx("grid grid-cols-[1fr_auto] gap-y-2", className)}>
      {lines.map((line) => {
        const look = cx(
          line.tone === "less" && "text-go-text",
          line.tone === "total" && "border-t border-line pt-3 text-lg font-semibold",
        );
        return (
          <Fragment key={line.id}>
            <dt className={cx("pe-6", look)}>
              {line.label}
              {line.note && (
                <span className="block text-sm font-normal text-muted">{line.note}</span>
              )}
            </dt>
            <dd className={cx("text-end tabular-nums", look)}>
              <bdi>{line.value}</bdi>
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
