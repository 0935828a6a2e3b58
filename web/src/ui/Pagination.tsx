import { cx } from "./cx";
import { Icon } from "./Icon";
import { Link } from "./Link";
import { pageWindow } from "./pageWindow";

export interface PaginationProps {
  label: string;
  page: number;
  last: number;
  hrefOf: (page: number) => string;
  previousLabel: string;
  nextLabel: string;
  /** The accessible name of one page's link: "Page 3". */
  pageLabel: (page: number) => string;
  /** Formats a page's number. */
  format?: (page: number) => string;
  className?: string;
}

const box =
  "inline-flex size-11 items-center justify-center rounded-control font-medium tabular-nums no-underline";

/** Links to the pages of a list, each with its own address. A list of one page needs none. */
export function Pagination({
  label,
  page,
  last,
  hrefOf,
  previousLabel,
  nextLabel,
  pageLabel,
  format = String,
  className,
}: PaginationProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link
              to={hrefOf(page - 1)}
              rel="prev"
              look="plain"
              aria-label={previousLabel}
              className={cx(box, "hover:bg-tint")}
            >
              <Icon name="chevron-start" />
            </Link>
          </li>
        )}
        {pageWindow(page, last).map((one, place, all) =>
          one === null ? (
            <li key={`after-${all[place - 1]}`} aria-hidden="true" className={box}>
              …
            </li>
          ) : (
            // Links to neighbouring pages are shown only where there is room.
            <li
              key={one}
              className={cx(
                Math.abs(one - page) === 1 && one !== 1 && one !== last && "max-sm:hidden",
              )}
            >
              <Link
                to={hrefOf(one)}
                look="plain"
                aria-label={pageLabel(one)}
                aria-current={one === page ? "page" : undefined}
                className={cx(box, one === page ? "bg-go text-on-go" : "hover:bg-tint")}
              >
                {format(one)}
              </Link>
            </li>
          ),
        )}
        {page < last && (
          <li>
            <Link
              to={hrefOf(page + 1)}
              rel="next"
              look="plain"
              aria-label={nextLabel}
              className={cx(box, "hover:bg-tint")}
            >
              <Icon name="chevron-end" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
