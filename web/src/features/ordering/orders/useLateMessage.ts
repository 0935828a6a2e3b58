import type { Order } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";

/** What customer service is told of an order that is so many minutes late. */
export function useLateMessage() {
  const { t } = useTranslation();
  const format = useFormat();
  return (order: Pick<Order, "number" | "promised_at">, minutes: number) =>
    t("orders:late_message", {
      number: order.number,
      duration: format.duration(minutes),
      time: format.dayTime(Date.parse(order.promised_at)),
    });
}
