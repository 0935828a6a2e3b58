import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Totals } from "../../../../../shop/cart/Totals";
import { ExtrasLine } from "../../../../../shop/extras/ExtrasLine";
import { Card } from "../../../../../ui/Card";
import { Picture } from "../../../../../ui/Picture";
import { Section } from "../../../../../ui/Section";
import { VariantName } from "../../../../../ui/VariantName";
import type { ConsoleQuotation } from "../api";

/** The offer as it was made, once it can no longer be changed. */
export function OfferTable({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  const { offer, currency } = quotation;
  return (
    <Card className="flex flex-col gap-4">
      <Section title={t("prices")}>
        <ul className="divide-y divide-line">
          {quotation.shelf.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Picture
                src={item.product.image.src}
                alt=""
                width={item.product.image.width}
                height={item.product.image.height}
                className="size-12 shrink-0"
              />
              <p className="min-w-0 flex-1">
                <bdi className="font-medium">{item.product.name}</bdi>
                <VariantName>{item.variant_name}</VariantName>
                <ExtrasLine extras={item.extras} />
                <span className="block text-sm text-muted">
                  {`${format.amount(item.qty, item.unit_grams)} × ${format.money(item.unit_price ?? item.shelf_price, currency, item.unit_grams)}`}
                </span>
              </p>
              {item.line_total !== null && (
                <bdi className="tabular-nums">{format.money(item.line_total, currency)}</bdi>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {offer && <Totals steps={offer.steps} currency={currency} />}
    </Card>
  );
}
