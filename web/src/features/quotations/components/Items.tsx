import { useTranslation } from "react-i18next";
import type { Quotation } from "../../../api/types";
import { paths } from "../../../lib/paths";
import { useFormat } from "../../../lib/useFormat";
import { Link } from "../../../ui/Link";
import { Picture } from "../../../ui/Picture";

/** What is quoted, line by line: the shelf's price struck through where the offer is lower. */
export function Items({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency } = quotation;
  return (
    <ul className="divide-y divide-line">
      {quotation.items.map((item) => (
        <li key={item.id} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <Picture
            src={item.product.image.src}
            alt=""
            width={item.product.image.width}
            height={item.product.image.height}
            className="size-14 shrink-0"
          />
          <div className="min-w-0 flex-1">
            <p className="leading-snug">
              <Link to={paths.product(item.product.slug)} look="quiet" className="font-medium">
                {item.product.name}
              </Link>
              {item.variant_name && <span className="text-muted"> · {item.variant_name}</span>}
            </p>
            <p className="text-sm text-muted">
              {item.unit_price === null ? (
                t("quotations:units", { count: item.qty })
              ) : (
                <>
                  {`${format.number(item.qty)} × ${format.money(item.unit_price, currency)} `}
                  {item.list_price !== null && item.list_price > item.unit_price && (
                    <>
                      <span className="sr-only">
                        {t("quotations:shelf", {
                          price: format.money(item.list_price, currency),
                        })}
                      </span>
                      <s aria-hidden="true">{format.money(item.list_price, currency)}</s>
                    </>
                  )}
                </>
              )}
            </p>
          </div>
          {item.line_total !== null && (
            <p className="text-end tabular-nums">
              <bdi>{format.money(item.line_total, currency)}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
