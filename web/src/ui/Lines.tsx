import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

/** A card of lines, one below the other. */
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
  /** The title; a Link with look="cover" makes the whole line a link. */
  title: ReactNode;
  /** Secondary text, in muted letters. */
  text?: ReactNode;
  /** At the end of the line: an amount, a state. */
  end?: ReactNode;
  /** Pictures between title and end; below them on phones. */
  more?: ReactNode;
  /** Content below the line. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A line of a history or a list: a picture or icon, a title, and an amount. */
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
        {/* Next to the rest where there is room. */}
        {more && <div className="max-sm:order-last max-sm:basis-full">{more}</div>}
        {end && (
          <div className="flex shrink-0 flex-col items-end gap-1 text-end sm:min-w-20">{end}</div>
        )}
        {children && <div className="order-last basis-full">{children}</div>}
      </div>
    </li>
  );
}
