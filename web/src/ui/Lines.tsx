import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

/** Lines of one card, one below the other. */
export function Lines({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-soft"
    >
      {children}
    </ul>
  );
}

export interface LineProps {
  /** A picture or an IconTile. */
  lead: ReactNode;
  /** What it is; a Link with look="cover" leads from the whole line. */
  title: ReactNode;
  /** Less of it, in muted letters. */
  text?: ReactNode;
  /** At the far side: an amount, a state. */
  end?: ReactNode;
  /** Pictures between both; below them on phones. */
  more?: ReactNode;
  /** Below all of it. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A line of a history or of a list: by what it is known, what it is, how much. */
export function Line({ lead, title, text, end, more, children, className }: LineProps) {
  return (
    <li
      className={cx(
        "relative flex gap-3 px-4 py-3 sm:gap-4 has-[a,button]:hover:bg-tint",
        className,
      )}
    >
      {lead}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2 sm:gap-x-4">
        <div className="min-w-0 flex-1">
          <div className="font-medium">
            <Isolate>{title}</Isolate>
          </div>
          {text && (
            <div className="text-sm text-muted">
              <Isolate>{text}</Isolate>
            </div>
          )}
        </div>
        {/* Beside the rest where there is room. */}
        {more && <div className="max-sm:order-last max-sm:basis-full">{more}</div>}
        {end && (
          <div className="flex shrink-0 flex-col items-end gap-1 text-end sm:min-w-20">{end}</div>
        )}
        {children && <div className="order-last basis-full">{children}</div>}
      </div>
    </li>
  );
}
