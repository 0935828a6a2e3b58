import type { Order } from "../../../api/types";
import type { Translate } from "../../../lib/i18n";
import type { Format } from "../../../lib/useFormat";

/** The cash to have ready for the courier or the counter, and the change from the larger note the customer named. */
export function cashToHave(order: Order, t: Translate, format: Format): string {
  const key = order.fulfilment === "pickup" ? "orders:pay_at_counter" : "orders:pay_at_door";
  const money = (amount: number) => format.money(amount, order.currency);
  const note = order.change_for ?? 0;
  return note > order.due
    ? t(`${key}_change`, { amount: money(note), change: money(note - order.due) })
    : t(key, { amount: money(order.due) });
}
