import type { Order } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { ItemLine } from "../../../../shop/ItemLine";
import { paidFor } from "../model";

/** The ordered items, line by line. */
export function OrderItems({
  order,
  whyNot,
}: {
  order: Order;
  /** Why lines cannot be returned, by line id. */
  whyNot?: ReadonlyMap<string, string> | undefined;
}) {
  const { t } = useTranslation();
  const { amount, money } = useFormat();
  return (
    <ul className="divide-y divide-line">
      {order.items.map((item) => (
        <ItemLine
          key={item.id}
          item={item}
          sum={`${amount(...paidFor(item))} × ${money(item.unit_price, order.currency, item.unit_grams)}`}
          total={money(item.line_total, order.currency)}
        >
          {item.weighed_grams ? (
            <p className="text-sm text-muted">
              {t(
                item.weighed_grams > (item.charged_grams ?? 0)
                  ? "orders:weighed_free"
                  : "orders:weighed",
                {
                  ordered: amount(item.qty, item.unit_grams),
                  weighed: amount(item.weighed_grams, 1),
                },
              )}
            </p>
          ) : null}
          {whyNot?.has(item.id) && <p className="text-sm text-muted">{whyNot.get(item.id)}</p>}
          {item.note && (
            <p className="text-sm">
              <span className="text-muted">{t("orders:note_label")}</span> <bdi>{item.note}</bdi>
            </p>
          )}
        </ItemLine>
      ))}
    </ul>
  );
}
