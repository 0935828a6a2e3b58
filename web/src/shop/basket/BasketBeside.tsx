import { Suspense, useEffect, useState } from "react";
import { part } from "../../lib/part";
import { cx } from "../../ui/cx";

// Loaded only where there is room for it next to the products.
const SideBasket = part(() => import("./SideBasket"));

export interface BasketBesideProps {
  service: string;
  /** The branch the customer is shopping in: a cart of another branch is marked as such. */
  branch: string | undefined;
  /** The minimum width of the window in rem from which `className` shows the basket. */
  from: number;
  className: string;
}

/**
 * Wide screens: the basket next to the products. Its space is reserved from the start, so that
 * nothing shifts when it loads.
 */
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
