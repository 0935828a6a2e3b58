import type { ReactNode } from "react";
import { useTranslation } from "../../../lib/translation";
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
              className="flex items-start justify-between gap-4 border-t border-line px-4 py-3 first:border-t-0"
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
