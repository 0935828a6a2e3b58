import { useEffect, useRef } from "react";
import { CouponForm } from "../../../../shop/cart/CouponForm";
import { CouponPicker, type CouponPickerProps } from "./CouponPicker";

/** The cart's coupon or a field for one, and the customer's coupons. */
export default function Coupons(props: CouponPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // At the checkout, the focus continues here after the press that unfolded the line.
    const part = box.current?.closest("[data-field]");
    if (part?.contains(document.activeElement)) {
      box.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <div ref={box} className="flex flex-col gap-3">
      <CouponForm {...props} />
      <CouponPicker {...props} />
    </div>
  );
}
