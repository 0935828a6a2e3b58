import type { ReactNode } from "react";
import type { Product } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { cartPath } from "../../../shop/cart/model";
import { useCart } from "../../../shop/cart/useCart";
import { ButtonLink } from "../../../ui/ButtonLink";

/** What puts it into the cart; on wide screens, which have no bar for it, the way to the cart beside it. */
export function BesideCart({ service, children }: { service: string; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(service).data;
  return (
    <div className="flex flex-wrap gap-3 lg:max-w-md">
      <div className="grow basis-40">{children}</div>
      {cart && cart.items.length > 0 && (
        <ButtonLink to={cartPath(service)} icon="cart" className="grow max-lg:hidden">
          {`${t("cart:view")} · ${format.money(cart.cart_total, cart.currency)}`}
        </ButtonLink>
      )}
    </div>
  );
}

/** What of it is in the cart, without the size whose count stands on the button. */
export function ProductInCart({ product, except }: { product: Product; except?: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(product.service.id).data;
  const units = new Map<string, { pack: string; qty: number; grams: number }>();
  for (const { qty, order } of cart?.items ?? []) {
    const { id } = order.variant;
    if (order.product.id !== product.id || id === except) continue;
    // With other extras it is another line of the same size.
    const before = units.get(id)?.qty ?? 0;
    units.set(id, { pack: order.pack, qty: before + qty, grams: order.unit_grams });
  }
  if (units.size === 0) return null;
  return (
    <p className="text-sm text-muted">
      <Words>
        {t("catalog:in_cart", {
          items: [...units.values()]
            .map(({ pack, qty, grams }) => `${format.amount(qty, grams)} × ${pack}`)
            .join(t("home:comma")),
        })}
      </Words>
    </p>
  );
}
