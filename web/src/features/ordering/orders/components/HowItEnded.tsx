import type { Order } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { backTo } from "../model";

/** For an order that failed: who ended it and why, and what happens to the money. */
export function HowItEnded({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const last = order.timeline.at(-1);
  const way = backTo(order);
  return (
    <>
      {last && last.by !== "system" && (
        <p className="text-lg leading-snug text-balance">
          {t(
            order.status === "rejected"
              ? "orders:rejected_by_branch"
              : `orders:cancelled_by_${last.by}`,
          )}
        </p>
      )}
      {last?.reason && (
        <p className="leading-snug wrap-anywhere">
          <Words>{t("orders:ended_why", { reason: last.reason })}</Words>
        </p>
      )}
      {way && (
        <p className="leading-snug font-medium">
          {t(`orders:${order.payment_state === "refunding" ? "backing" : "back"}_${way}`, {
            amount: format.money(order.given_back, order.currency),
          })}
        </p>
      )}
      {order.paid === 0 && <p className="leading-snug font-medium">{t("orders:pay_nothing")}</p>}
    </>
  );
}
