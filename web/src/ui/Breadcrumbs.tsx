import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon } from "./Icon";
import { Link } from "./Link";

export interface Crumb {
  label: string;
  /** Omitted for the last entry, which is the current page. */
  to?: string;
}

/** The path from the start to this page. */
export function Breadcrumbs({
  label,
  items,
  className,
}: {
  label: string;
  items: readonly Crumb[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="scroll-quiet flex items-center gap-1 overflow-x-auto text-sm text-muted">
        {items.map((item, place) => (
          <li
            key={item.to ?? item.label}
            className={cx(
              "flex min-h-11 shrink-0 items-center gap-1",
              // On phones a long path would truncate this page's name, which is directly below
              // anyway.
              item.to === undefined && items.length > 3 && "max-sm:hidden",
            )}
          >
            {place > 0 && <Icon name="chevron-end" size={16} />}
            {item.to === undefined ? (
              <span aria-current="page" className="px-1 text-ink">
                <Isolate>{item.label}</Isolate>
              </span>
            ) : (
              <Link
                to={item.to}
                look="quiet"
                className="inline-flex min-h-11 items-center px-1 outline-offset-[-3px]"
              >
                <Isolate>{item.label}</Isolate>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
