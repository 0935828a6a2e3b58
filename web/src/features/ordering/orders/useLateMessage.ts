import type { Order } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";

/** The message to customer service about an order that is `minutes` late. */
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
