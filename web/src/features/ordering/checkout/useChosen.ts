import { readAmount } from "../../../lib/format/amount";
import { capital } from "../../../lib/format/capital";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { oneLine } from "../../../shop/addresses/model";
import { type Draft, type FilledQuote, methodOf, slotOf, tipOf } from "./model";

/** The choice of each step in one line; null while the step is open. */
export function useChosen(draft: Draft, quote: FilledQuote) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency } = quote.totals;
  const line = (...parts: string[]) =>
    format.words(format.list(parts.filter(Boolean), t("home:comma")));
  const pickup = draft.fulfilment === "pickup";

  function place(): string | null {
    const { address } = quote;
    // A pickup counter needs no choice.
    if (pickup || !address) return null;
    return line(
      address.name || t(`addresses:type_${address.type}`),
      oneLine(address, t, format.list),
    );
  }

  function time(): string | null {
    const id = slotOf(draft, quote);
    if (id === null) return null;
    const { now, slots } = quote.times;
    const slot = slots.find((one) => one.id === id);
    if (slot) {
      const from = Date.parse(slot.from);
      return line(
        capital(format.day(from)),
        t("checkout:from_to", {
          from: format.time(from),
          to: format.time(Date.parse(slot.to)),
        }),
      );
    }
    if (!now) return null;
    return line(
      t(pickup ? "checkout:now_pickup" : "checkout:now"),
      t(pickup ? "checkout:ready_by" : "checkout:by", {
        time: format.dayTime(Date.parse(now.promised_at)),
      }),
    );
  }

  function payment(): string | null {
    const method = methodOf(draft, quote);
    const chosen = quote.payment_methods.find(({ id }) => id === method);
    if (!chosen) return null;
    const paid = method === "cod" ? readAmount(draft.changeFor) : 0;
    return line(
      chosen.name,
      paid ? `${t("checkout:change_for")}: ${format.money(paid, currency)}` : "",
    );
  }

  /**
   * The discount of the cart's coupon; the coupon's code if it gives no discount (free delivery, for example); null
   * without a coupon.
   */
  function coupon(): string | null {
    const { coupon_code: code } = quote.cart;
    if (code === null) return null;
    const off = quote.totals.coupon_discount;
    return off > 0 ? t("checkout:coupon_off", { code, amount: format.money(off, currency) }) : code;
  }

  /** Empty if the customer chose none of them. */
  function extras(): string {
    const tip = tipOf(draft);
    return line(
      tip > 0 ? `${t("checkout:tip")}: ${format.money(tip, currency)}` : "",
      draft.note.trim(),
    );
  }

  return {
    place: place(),
    time: time(),
    coupon: coupon(),
    payment: payment(),
    extras: extras(),
  };
}
