import { useId } from "react";
import { usePage } from "../../../../lib/page";
import { cx } from "../../../../ui/cx";
import { Link } from "../../../../ui/Link";

/** Narrows a list by what the address says; the choice has an address of its own. */
export function Filter({
  label,
  name,
  values,
  textOf,
}: {
  label: string;
  name: string;
  values: readonly string[];
  textOf: (value: string) => string;
}) {
  const { path, query } = usePage();
  const id = useId();
  const current = values.find((one) => one === query.get(name)) ?? "";
  return (
    <nav aria-labelledby={id}>
      <p id={id} className="sr-only">
        {label}
      </p>
      <ul className="scroll-quiet flex gap-2 overflow-x-auto py-1">
        {values.map((value) => (
          <li key={value} className="shrink-0">
            <Link
              to={`${path}${query.with({ [name]: value })}`}
              look="plain"
              replace
              keepScroll
              aria-current={value === current ? "true" : undefined}
              className={cx(
                "inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-medium",
                value === current
                  ? "border-go bg-go-soft text-go-text"
                  : "border-line bg-card hover:border-control",
              )}
            >
              {textOf(value)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
