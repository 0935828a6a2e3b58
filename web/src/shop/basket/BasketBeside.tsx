import { Suspense, useEffect, useState } from "react";
import { part } from "../../lib/part";
import { cx } from "../../ui/cx";

// Only where there is room for it beside the goods.
const SideBasket = part(() => import("./SideBasket"));

export interface BasketBesideProps {
  service: string;
  /** Where somebody stands, and can add: a cart of another branch says so. */
  branch: string | undefined;
  /** From how many rem of width on; `className` shows it from there. */
  from: number;
  className: string;
}

/** Wide screens: the basket beside the goods. Its place is kept from the first, so nothing moves when it comes. */
export function BasketBeside({ service, branch, from, className }: BasketBesideProps) {
  const [wide, setWide] = useState(false);
  useEffect(() => setWide(window.matchMedia?.(`(min-width: ${from}rem)`).matches ?? false), [from]);
  return (
    <div className={cx("sticky top-[calc(var(--header)+1rem)] row-span-2 hidden", className)}>
      {wide && (
        <Suspense fallback={null}>
          <SideBasket service={service} branch={branch} />
        </Suspense>
      )}
    </div>
  );
}
