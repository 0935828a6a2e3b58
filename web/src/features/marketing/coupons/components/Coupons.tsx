import { useEffect, useRef } from "react";
import { CouponForm } from "../../../../shop/cart/CouponForm";
import { CouponPicker, type CouponPickerProps } from "./CouponPicker";

/** The cart's coupon or the field for one, and those that are listed for the customer. */
export default function Coupons(props: CouponPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // At the checkout the press that unfolded the line goes on here.
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
