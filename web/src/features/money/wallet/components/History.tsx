import type { ReactNode } from "react";
import type { HistoryOrder } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { Goods } from "../../../../shop/orders/Goods";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import type { IconName } from "../../../../ui/Icon";
import { IconTile } from "../../../../ui/IconTile";
import { Line, Lines } from "../../../../ui/Lines";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { type Growing, More } from "../../../../ui/More";
import { Section } from "../../../../ui/Section";

export interface HistoryProps<T> {
  list: Growing;
  entries: readonly T[];
  /** The namespace of the texts "history", "more" and "loading". */
  texts: string;
  empty: ReactNode;
  row: (entry: T) => ReactNode;
}

/** Incoming and outgoing entries, the latest first. */
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
      {entries.length === 0 ? empty : <Lines>{entries.map(row)}</Lines>}
      <More list={list} texts={texts} />
    </Section>
  );
}

export interface EntryProps {
  entry: { label: string; order_id: string | null; order: HistoryOrder | null };
  /** The namespace of the text "order". */
  texts: string;
  /** The icon of an entry without an order. */
  icon: IconName;
  /** The time, and other facts about the entry. */
  facts: ReactNode;
  end: ReactNode;
}

/** One entry; an entry of an order shows the store and its products, and the whole line links to the order. */
export function Entry({ entry: { label, order_id, order }, texts, icon, facts, end }: EntryProps) {
  const { t } = useTranslation(texts);
  return (
    <Line
      lead={
        order ? (
          <StoreMark name={order.store.name} image={order.store_image} />
        ) : (
          <IconTile icon={icon} />
        )
      }
      title={
        order_id ? (
          <Link to={paths.myOrder(order_id)} look="cover">
            <Isolate>{label}</Isolate>
            <span className="sr-only"> {t("order")}</span>
          </Link>
        ) : (
          label
        )
      }
      text={
        <>
          {order && (
            <p className="flex flex-wrap gap-x-2">
              <span>
                <Isolate>{order.store.name}</Isolate>
              </span>
              <Ltr>{order.number}</Ltr>
            </p>
          )}
          {facts}
        </>
      }
      more={order && <Goods images={order.first_images} tint={order.tint} />}
      end={end}
    />
  );
}
