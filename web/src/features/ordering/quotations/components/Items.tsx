import type { Quotation } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { ItemLine } from "../../../../shop/ItemLine";

/** The quoted items, line by line. */
export function Items({ quotation }: { quotation: Quotation }) {
  const { money } = useFormat();
  const { items, currency } = quotation;
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <ItemLine
          key={item.id}
          item={item}
          sum={<Sum item={item} currency={currency} />}
          total={item.line_total === null ? null : money(item.line_total, currency)}
        />
      ))}
    </ul>
  );
}

/** Quantity and unit price; the regular price is struck through if the offer is lower. */
function Sum({ item, currency }: { item: Quotation["items"][number]; currency: string }) {
  const { t } = useTranslation();
  const { amount, money } = useFormat();
  const grams = item.unit_grams;
  if (item.unit_price === null) {
    return grams > 0 ? amount(item.qty, grams) : t("quotations:units", { count: item.qty });
  }
  const shelf =
    item.list_price !== null && item.list_price > item.unit_price
      ? money(item.list_price, currency, grams)
      : null;
  return (
    <>
      {`${amount(item.qty, grams)} × ${money(item.unit_price, currency, grams)} `}
      {shelf !== null && (
        <>
          <span className="sr-only">{t("quotations:shelf", { price: shelf })}</span>
          <s aria-hidden="true">{shelf}</s>
        </>
      )}
    </>
  );
}
