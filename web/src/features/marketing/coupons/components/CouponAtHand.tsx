import { useQuery } from "@tanstack/react-query";
import type { Cart } from "../../../../api/types";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { couponsQuery } from "../api";
import { atOnce } from "../model";

export interface CouponAtHandProps {
  /** A cart without a coupon. */
  cart: Cart;
  /** What is said where none is at hand, or none is known yet. */
  otherwise: string;
}

/** What a coupon would take off this cart, as the cart itself says it. */
export default function CouponAtHand({ cart, otherwise }: CouponAtHandProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const coupons = useQuery(couponsQuery(useScope(), cart));
  return atOnce(coupons.data ?? [], t, format) ?? otherwise;
}
