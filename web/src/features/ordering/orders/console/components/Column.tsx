import { useId } from "react";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { cx } from "../../../../../ui/cx";
import { reveal } from "../../../../../ui/reveal";
import type { ViewColumn } from "../model";
import type { Wish } from "../useMove";
import { OrderCard } from "./OrderCard";

export interface ColumnProps {
  column: ViewColumn;
  title: string;
  /** On phones one column is shown at a time. */
  current: boolean;
  /** The column was selected in the tabs above: it scrolls into view. */
  asked: boolean;
  showBranch: boolean;
  labels: ReadonlyMap<string, string>;
  fresh: ReadonlySet<string>;
  make: (wish: Wish) => Promise<void>;
  onMoving: (column: string, place: number, id: string) => void;
}

/** The orders of one status, oldest first. */
export function Column({
  column,
  title,
  current,
  asked,
  showBranch,
  labels,
  fresh,
  make,
  onMoving,
}: ColumnProps) {
  const { t } = useTranslation("orders");
  const { number } = useFormat();
  const id = useId();
  return (
    <section
      ref={asked ? reveal : undefined}
      aria-labelledby={id}
      data-column={column.id}
      className={cx(
        "flex-col gap-3 lg:flex lg:rounded-card lg:bg-tint lg:p-3",
        // A lane without orders leaves its space to the others.
        column.orders.length === 0 ? "lg:w-36 lg:shrink-0" : "lg:w-72 lg:min-w-64 lg:flex-1",
        current ? "flex" : "hidden",
        asked && "lg:ring-2 lg:ring-line lg:ring-inset",
      )}
    >
      <h2
        id={id}
        tabIndex={-1}
        // On phones the tab above shows the same; on wide screens the heading is the target of the tab.
        className="sr-only items-center gap-2 text-lg font-semibold outline-offset-4 lg:not-sr-only lg:flex"
      >
        {title}
        <span className="min-w-7 rounded-full bg-card px-2 text-center text-sm leading-6 tabular-nums">
          {column.more
            ? t("at_least", { count: number(column.orders.length) })
            : number(column.orders.length)}
        </span>
      </h2>
      {column.orders.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted lg:py-3">{t("column_empty")}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {column.orders.map((order, place) => (
            <OrderCard
              key={order.id}
              order={order}
              showBranch={showBranch}
              statusLabel={column.id === "done" ? labels.get(order.status) : undefined}
              fresh={fresh.has(order.id)}
              make={make}
              onMoving={() => onMoving(column.id, place, order.id)}
            />
          ))}
        </ul>
      )}
      {column.more && <p className="py-3 text-center text-sm text-muted">{t("column_more")}</p>}
    </section>
  );
}
