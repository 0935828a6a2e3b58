import { useTranslation } from "react-i18next";
import type { Order } from "../../../api/types";
import { paths } from "../../../lib/paths";
import { useFormat } from "../../../lib/useFormat";
import { Link } from "../../../ui/Link";
import { Picture } from "../../../ui/Picture";

/** What was ordered, line by line. */
export function OrderItems({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="divide-y divide-line">
      {order.items.map((item) => (
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
              {`${format.number(item.qty)} × ${format.money(item.unit_price, order.currency)}`}
            </p>
            {item.note && (
              <p className="text-sm">
                <span className="text-muted">{t("orders:note_label")}</span> <bdi>{item.note}</bdi>
              </p>
            )}
          </div>
          <p className="text-end tabular-nums">
            <bdi>{format.money(item.line_total, order.currency)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
