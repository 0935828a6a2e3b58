import type { OrderCard, OrderStatus } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { useNow } from "../../../lib/now";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { cx } from "../../../ui/cx";
import { Link } from "../../../ui/Link";
import { Ltr } from "../../../ui/Ltr";
import { Picture } from "../../../ui/Picture";
import { isPromised, minutesLate } from "../model";
import { StatusBadge } from "./StatusBadge";

/** An order in the list: from whom, what, how much, where it stands, and when it comes. */
export function OrderRow({ order }: { order: OrderCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rest = order.more_items;
  return (
    <Card as="article" padding="sm" pressable className="flex gap-3 sm:gap-4">
      <Picture
        src={order.first_images[0]?.src}
        alt=""
        width={80}
        height={80}
        tint={order.tint}
        className="size-16 shrink-0 sm:size-20"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h3 className="line-clamp-1 font-semibold">
          <Link to={paths.myOrder(order.id)} look="cover">
            {order.branch.name}
          </Link>
        </h3>
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <p className="line-clamp-1 min-w-0 text-muted">
            <Words>{order.first_items.join(t("orders:comma"))}</Words>
            {rest > 0 && ` ${t("orders:and_more", { count: rest })}`}
          </p>
          <p className="shrink-0 font-semibold tabular-nums">
            <bdi>{format.money(order.total, order.currency)}</bdi>
          </p>
        </div>
        <div className="mt-2 flex min-h-11 items-end justify-between gap-3 text-sm text-muted">
          <div className="flex min-w-0 flex-col items-start gap-0.5 sm:flex-row sm:items-center sm:gap-x-2">
            <StatusBadge status={order.status as OrderStatus} label={order.status_label} />
            {isPromised(order) ? (
              <Due order={order} />
            ) : (
              <p className="leading-5">
                <bdi>{format.dayTime(Date.parse(order.created_at))}</bdi>
              </p>
            )}
            <p className="max-sm:hidden">
              · <Ltr>{order.number}</Ltr>
            </p>
          </div>
          {!order.live && (
            <Button
              size="sm"
              variant="soft"
              icon="refresh"
              // Above the link that covers the card.
              className="relative z-10 shrink-0"
              aria-label={t("orders:reorder_of", { number: order.number })}
              onClick={() => openDialog("reorder", { id: order.id, number: order.number })}
            >
              {t("orders:reorder")}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** When it comes or is ready, or how late it is. */
function Due({ order }: { order: OrderCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const late = minutesLate(order, useNow());
  return (
    <p className={cx("leading-5 font-medium", late > 0 ? "text-trouble-text" : "text-ink")}>
      {t(
        late > 0
          ? "orders:row_late"
          : order.fulfilment === "pickup"
            ? "orders:row_ready"
            : "orders:row_due",
        {
          duration: format.duration(late),
          time: format.dayTime(Date.parse(order.promised_at)),
        },
      )}
    </p>
  );
}
