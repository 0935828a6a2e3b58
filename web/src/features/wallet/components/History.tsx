import type { ReactNode } from "react";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { type Growing, More } from "../../../ui/More";
import { Section } from "../../../ui/Section";

export interface HistoryProps<T> {
  list: Growing;
  entries: readonly T[];
  /** Whose words: a namespace with "history", "more" and "loading". */
  texts: string;
  empty: ReactNode;
  row: (entry: T) => ReactNode;
}

/** What came in and went out, the latest first. */
export function History<T extends { id: string }>({
  list,
  entries,
  texts,
  empty,
  row,
}: HistoryProps<T>) {
  const { t } = useTranslation(texts);
  return (
    <Section title={t("history")}>
      {entries.length === 0 ? (
        empty
      ) : (
        <ul className="overflow-hidden rounded-card bg-card shadow-soft">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="relative flex items-start justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0 has-[a]:hover:bg-tint"
            >
              {row(entry)}
            </li>
          ))}
        </ul>
      )}
      <More list={list} texts={texts} />
    </Section>
  );
}

/** What an entry is; one of an order leads there, wherever its row is pressed. */
export function EntryName({
  entry: { label, order_id },
  texts,
}: {
  entry: { label: string; order_id: string | null };
  /** Whose words: a namespace with "order". */
  texts: string;
}) {
  const { t } = useTranslation(texts);
  if (!order_id) return <p className="font-medium">{label}</p>;
  return (
    <p className="flex items-center gap-1 font-medium">
      <Link to={paths.myOrder(order_id)} look="cover">
        {label}
        <span className="sr-only"> {t("order")}</span>
      </Link>
      <Icon name="chevron-end" size={16} className="shrink-0 text-muted" />
    </p>
  );
}
