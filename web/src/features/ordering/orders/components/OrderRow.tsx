import type { OrderCard, OrderStatus } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useNow } from "../../../../lib/now";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { BranchNameInLines } from "../../../../shop/branches/BranchName";
import { Goods } from "../../../../shop/orders/Goods";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { cx } from "../../../../ui/cx";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { expectedOf, isBehind, isFailed, isPromised, minutesLate } from "../model";
import { OrderSteps } from "./OrderSteps";
import { StatusBadge } from "./StatusBadge";

/** An order in the list: its store, items, total, state, and expected time. */
export function OrderRow({ order }: { order: OrderCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rest = order.more_items;
  const status = order.status as OrderStatus;
  const behind = isBehind(order, useNow());
  const failed = isFailed(status);
  return (
    <Card as="article" padding="none" pressable className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <StoreMark name={order.store.name} image={order.store_image} className="size-14" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="min-w-0 font-semibold">
              <Link to={paths.myOrder(order.id)} look="cover">
                <BranchNameInLines name={order.branch.name} />
              </Link>
            </h3>
            <p
              className={cx(
                "shrink-0 text-end tabular-nums",
                failed ? "text-muted" : "font-semibold",
              )}
            >
              {/* The total of a failed order was not paid. */}
              <bdi className={failed ? "line-through" : undefined}>
                {format.money(order.total, order.currency)}
              </bdi>
              <Ltr className="block text-xs leading-5 font-normal whitespace-nowrap text-muted max-sm:hidden">
                {order.number}
              </Ltr>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StatusBadge status={status} label={order.status_label} />
            {isPromised(order) ? (
              <Due order={order} />
            ) : (
              <span>
                {t("orders:placed_day", { when: format.day(Date.parse(order.created_at)) })}
              </span>
            )}
          </div>
        </div>
      </div>
      {order.live && (
        <div className={behind ? "text-trouble-text" : "text-go"}>
          <OrderSteps status={status} pickup={order.fulfilment === "pickup"} />
        </div>
      )}
      <p className="line-clamp-2 text-sm text-muted">
        <Words>{format.list(order.first_items, t("orders:comma"))}</Words>
        {rest > 0 && ` ${t("orders:and_more", { count: rest })}`}
      </p>
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-3">
        <Goods images={order.first_images} more={rest} tint={order.tint} />
        {!order.live && (
          <Button
            size="sm"
            variant="soft"
            icon="refresh"
            // Above the link that covers the card.
            className="relative z-10 ms-auto shrink-0"
            aria-label={t("orders:reorder_of", { number: order.number })}
            onClick={() => openDialog("reorder", { id: order.id, number: order.number })}
          >
            {t("orders:reorder")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/**
 * The time at which the order arrives or is ready; for an order that is or will be late, its expected
 * time or its delay.
 */
function Due({ order }: { order: OrderCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const late = minutesLate(order, now);
  const expected = isPromised(order) ? expectedOf(order, now) : null;
  const due = format.dayTime(Date.parse(order.promised_at));
  const pickup = order.fulfilment === "pickup";
  return (
    <p className={cx("font-medium", isBehind(order, now) ? "text-trouble-text" : "text-ink")}>
      {expected !== null
        ? t("orders:late_expected", { time: format.dayTime(expected), due })
        : late > 0
          ? t("orders:row_late", { duration: format.duration(late), time: due })
          : t(pickup ? "orders:row_ready" : "orders:row_due", { time: due })}
    </p>
  );
}
