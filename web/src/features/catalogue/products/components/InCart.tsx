import type { Product } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { useCart } from "../../../../shop/cart/useCart";

/** The product's units in the cart, without the size whose quantity the button shows. */
export function ProductInCart({ product, except }: { product: Product; except?: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(product.service.id).data;
  const units = new Map<string, { pack: string; qty: number; grams: number }>();
  for (const { qty, order } of cart?.items ?? []) {
    const { id } = order.variant;
    // The same size with extras is a separate line, which the button does not count.
    if (order.product.id !== product.id || (id === except && !order.extras[0])) continue;
    const before = units.get(id)?.qty ?? 0;
    units.set(id, { pack: order.pack, qty: before + qty, grams: order.unit_grams });
  }
  if (units.size === 0) return null;
  return (
    <p className="text-sm text-muted">
      <Words>
        {t("catalog:in_cart", {
          items: [...units.values()]
            .map(({ pack, qty, grams }) =>
              pack ? `${format.amount(qty, grams)} × ${pack}` : format.amount(qty, grams),
            )
            .join(t("home:comma")),
        })}
      </Words>
    </p>
  );
}
