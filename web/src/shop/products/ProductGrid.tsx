import type { ReactNode } from "react";
import type { ProductCard as ProductData } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { cx } from "../../ui/cx";
import { Skeleton } from "../../ui/Skeleton";
import { SkeletonGroup } from "../../ui/SkeletonGroup";
import { ProductCard } from "./ProductCard";

export const gridClasses =
  "grid grid-cols-2 gap-2.5 min-[600px]:grid-cols-3 sm:gap-4 lg:grid-cols-4 xl:grid-cols-6";

/** The grid's classes where wide screens show something next to it. */
export const besideClasses =
  "grid grid-cols-2 gap-2.5 min-[600px]:grid-cols-3 sm:gap-4 xl:grid-cols-4";

/** On a phone, a row shows three of the supermarket's products and a screen nine. */
const compactClasses = "max-[600px]:grid-cols-3! max-[600px]:gap-2! max-[22rem]:grid-cols-2!";

const isCompact = (products: readonly ProductData[]) =>
  products.length > 2 && products.every(({ tint }) => tint === "grocery");

export interface ProductGridProps {
  products: readonly ProductData[];
  action: (product: ProductData) => ReactNode;
  showBranch?: boolean;
  branch?: string | undefined;
  away?: boolean | undefined;
  /** The number of products in the first screen, whose pictures load eagerly. */
  eager?: number;
  /** Wide screens show something next to the grid. */
  beside?: boolean;
}

export function ProductGrid({
  products,
  action,
  showBranch,
  branch,
  away,
  eager = 0,
  beside = false,
}: ProductGridProps) {
  const compact = isCompact(products);
  return (
    <ul className={cx(beside ? besideClasses : gridClasses, compact && compactClasses)}>
      {products.map((product, place) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            action={action(product)}
            {...(showBranch ? { showBranch } : {})}
            branch={branch}
            away={away}
            eager={place < eager}
            {...(compact ? { compact } : {})}
            priority={place === 0 && eager > 0}
          />
        </li>
      ))}
    </ul>
  );
}

const places = Array.from({ length: 12 }, (_, place) => place);

/** The grid's skeleton while its products load. */
export function ProductGridSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t("catalog:loading")} className={gridClasses}>
      {places.map((place) => (
        <div key={place} className="flex flex-col gap-2 rounded-card bg-card p-2 shadow-soft">
          <Skeleton shape="tile" />
          <Skeleton className="mt-1 w-1/2" />
          <Skeleton className="w-full" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
