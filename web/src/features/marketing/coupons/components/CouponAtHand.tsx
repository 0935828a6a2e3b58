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
  /** The text if there is no coupon, or while none is known. */
  otherwise: string;
}

/** The discount that a coupon would give on this cart, as the API calculated it. */
export default function CouponAtHand({ cart, otherwise }: CouponAtHandProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const coupons = useQuery(couponsQuery(useScope(), cart));
  return atOnce(coupons.data ?? [], t, format) ?? otherwise;
}
