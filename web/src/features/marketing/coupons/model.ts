import type { Coupon, CouponTerms } from "../../../api/types";
import { startOfDay } from "../../../lib/format/cairo";
import type { Translate } from "../../../lib/i18n";
import type { Format } from "../../../lib/useFormat";

/** A coupon's discount in a few words: "10% off". */
export function offer(coupon: CouponTerms, t: Translate, format: Format): string {
  switch (coupon.kind) {
    case "percent":
      return t("promo:percent", { percent: format.number(coupon.percent ?? 0) });
    case "amount":
      return t("promo:amount", { amount: format.money(coupon.amount ?? 0, coupon.currency) });
    default:
      return t("promo:free_delivery");
  }
}

/** Joins names in prose: "Food, Grocery and Mall". */
function together(list: readonly { name: string }[], t: Translate): string {
  const names = list.map(({ name }) => t("promo:named", { name }));
  const last = names.pop() ?? "";
  return names.length === 0 ? last : names.join(t("promo:list")) + t("promo:last") + last;
}

/** A coupon's conditions: "on orders from EGP 100 · up to EGP 60 · once per customer". */
export function conditions(coupon: CouponTerms, t: Translate, format: Format): string {
  const parts: string[] = [];
  if (coupon.minimum > 0) {
    parts.push(t("promo:from", { amount: format.money(coupon.minimum, coupon.currency) }));
  }
  if (coupon.cap !== null) {
    parts.push(t("promo:cap", { amount: format.money(coupon.cap, coupon.currency) }));
  }
  for (const list of [coupon.services, coupon.stores, coupon.categories]) {
    if (list.length > 0) {
      parts.push(t("promo:only", { names: together(list, t) }));
    }
  }
  if (coupon.first_order) parts.push(t("promo:first_order"));
  else if (coupon.customer_limit !== null) {
    parts.push(t("promo:limit", { count: coupon.customer_limit }));
  }
  return parts.join(t("promo:and"));
}

/** How long the coupon is still valid, or since when it has not been. */
export function remaining(coupon: CouponTerms, t: Translate, format: Format, now: number): string {
  if (coupon.ends_at === null) return t("promo:ends_never");
  const at = Date.parse(coupon.ends_at);
  // A coupon that ends at midnight is valid for the whole day before.
  const when = format.relative(at === startOfDay(at) ? at - 1 : at);
  return at > now ? t("promo:ends", { when }) : t("promo:ended", { when });
}

/**
 * A summary without opening the list: the best coupon's discount on this cart (applied or not), otherwise the amount
 * missing to the nearest one.
 */
export function atOnce(coupons: readonly Coupon[], t: Translate, format: Format): string | null {
  const used = coupons.find(({ applied, saves }) => applied && saves !== null && saves > 0);
  const best = used ?? byWorth(coupons)[0];
  if (best?.saves) {
    const amount = format.money(best.saves, best.currency);
    return t(used ? "promo:saved" : "promo:best", { amount });
  }
  const near = coupons
    .filter(({ missing }) => missing !== null)
    .toSorted((a, b) => (a.missing ?? 0) - (b.missing ?? 0))[0];
  return near === undefined
    ? null
    : t("promo:missing", {
        amount: format.money(near.missing ?? 0, near.currency),
        offer: offer(near, t, format),
      });
}

/** Sorts by discount, the highest first and unusable coupons last; equal ones keep their order. */
export function byWorth(coupons: readonly Coupon[]): readonly Coupon[] {
  const worth = (coupon: Coupon) => (coupon.problem === null ? (coupon.saves ?? 0) : -1);
  return coupons.toSorted((a, b) => worth(b) - worth(a));
}
