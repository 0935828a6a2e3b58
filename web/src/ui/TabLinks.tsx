import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Link } from "./Link";
import { reveal } from "./reveal";

export interface TabLink {
  label: string;
  to: string;
  current?: boolean;
  /** The number of items under the tab, already formatted. */
  count?: string | undefined;
}

/**
 * The maximum number of tabs that wrap, which fill two or three lines on a phone; more tabs scroll in
 * one line.
 */
const mostWrapped = 6;

/** Tabs that are links: views of the same data, each with its own address. */
export function TabLinks({
  label,
  items,
  className,
}: {
  label: string;
  items: readonly TabLink[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={cx("border-b border-line", className)}>
      <ul
        className={cx(
          "scroll-quiet flex gap-x-1",
          items.length > mostWrapped ? "overflow-x-auto" : "max-sm:flex-wrap sm:overflow-x-auto",
        )}
      >
        {items.map((item) => (
          <li key={item.to} ref={item.current ? reveal : undefined} className="shrink-0">
            <Link
              to={item.to}
              look="plain"
              keepScroll
              aria-current={item.current ? "page" : undefined}
              className={cx(
                "inline-flex min-h-12 items-center gap-2 border-b-2 px-3 font-medium sm:px-4 outline-offset-[-3px]",
                item.current
                  ? "border-go text-go-text"
                  : "border-transparent text-muted hover:text-ink",
              )}
            >
              <Isolate>{item.label}</Isolate>
              {item.count && (
                <span className="min-w-6 rounded-full bg-tint px-1.5 text-center text-sm text-ink tabular-nums">
                  {item.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
