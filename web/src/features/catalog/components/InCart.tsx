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

/** Its other sizes that are in the cart, which the button does not count. */
export function OthersInCart({ product, variant }: { product: Product; variant: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const others = useCart(product.service.id).data?.items.filter(
    ({ order }) => order.product.id === product.id && order.variant.id !== variant,
  );
  if (!others?.length) return null;
  return (
    <p className="text-sm text-muted max-lg:ms-auto">
      <Words>
        {t("catalog:in_cart", {
          items: others
            .map(({ qty, order }) => `${format.amount(qty, order.unit_grams)} × ${order.pack}`)
            .join(t("home:comma")),
        })}
      </Words>
    </p>
  );
}
