import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Cart } from "../../../../api/types";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { productsList } from "../../../../shop/products/api";
import { ProductLines } from "../../../../shop/products/ProductRow";
import { RowSection } from "../../../../ui/Row";

/** The row scrolls sideways, and few people scroll past this many products. */
const most = 8;

/** The most popular products of the cart's branch, without those already in the cart. */
export default function AlsoHere({ cart, branch }: { cart: Cart; branch: string }) {
  const { t } = useTranslation();
  // The cart as it was at first: a product added from this row stays in it, so that its quantity can still be changed.
  const [had] = useState(() => new Set(cart.items.map(({ order }) => order.product.id)));
  const list = useInfiniteQuery(
    productsList(useScope(), {
      service_id: cart.service_id,
      branch_id: branch,
      sort: "popular",
      in_stock: true,
    }),
  );
  const products = (itemsOf(list) ?? []).filter(({ id }) => !had.has(id)).slice(0, most);
  if (products.length === 0) return null;
  return (
    <RowSection title={t("basket:also")}>
      {(row) => (
        <ProductLines
          list={row}
          products={products}
          branch={branch}
          className="lg:w-[calc((100%-0.75rem)/2)]"
        />
      )}
    </RowSection>
  );
}
