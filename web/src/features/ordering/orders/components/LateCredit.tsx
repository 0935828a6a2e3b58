import type { Order } from "../../../../api/types";
import { useNow } from "../../../../lib/now";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { expectedOf, lateCredit, minutesLate } from "../model";

type Late = Pick<
  Order,
  "late_credit" | "promised_at" | "expected_at" | "status" | "fulfilment" | "currency"
>;

/** The wallet credit that a late order brings on arrival, or has brought. Staff see it in their own wording. */
export function LateCredit({ order }: { order: Late }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const money = (amount: number) => format.money(amount, order.currency);
  const { credited } = order.late_credit;
  const credit = minutesLate(order, now) > 0 ? lateCredit(order, now) : null;
  if (credited === 0 && !credit) return null;
  function words() {
    if (credited > 0) return t("orders:late_credited", { amount: money(credited) });
    const { amount = 0, next } = credit ?? {};
    const all = { amount: money(amount) };
    if (!next) return t("orders:late_credit", all);
    const from = { duration: format.duration(next.minutes), more: money(next.amount) };
    if (amount === 0) {
      // There is no credit yet, but there will be at the expected time.
      const expected = expectedOf(order, now);
      const then = expected === null ? 0 : (lateCredit(order, expected)?.amount ?? 0);
      return expected !== null && then > 0
        ? t("orders:late_credit_then", { time: format.dayTime(expected), amount: money(then) })
        : t("orders:late_credit_from", { duration: from.duration, amount: from.more });
    }
    return t("orders:late_credit_more", { ...all, ...from });
  }
  return <p className="leading-snug text-pretty">{words()}</p>;
}
