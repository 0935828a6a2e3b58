import type { ReactNode } from "react";
import type { Product } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { cartPath } from "../../../../shop/cart/model";
import { useCart } from "../../../../shop/cart/useCart";
import { BottomBar } from "../../../../ui/BottomBar";
import { ButtonLink } from "../../../../ui/ButtonLink";

/**
 * On phones, one bar with the add button, while the page's button is out of view, and the cart. Carts of other branches
 * are only in the header: their sum next to this button would be mistaken for the product's.
 */
export default function BuyBar({ product, children }: { product: Product; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const service = product.service.id;
  const cart = useCart(service).data;
  const filled =
    cart && cart.items.length > 0 && cart.branch?.id === product.branch.id ? cart : undefined;
  return (
    <BottomBar label={t("catalog:buy")} className="hides-cart" phoneOnly>
      <div className="min-w-0 flex-1">
        {filled && filled.missing_to_minimum > 0 && filled.branch?.delivers !== false && (
          <p className="pb-1.5 text-sm leading-6">
            {t("cart:missing", {
              amount: format.money(filled.missing_to_minimum, filled.currency),
            })}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-32 flex-1 basis-0">{children}</div>
          {filled && (
            <ButtonLink
              to={cartPath(service)}
              icon="cart"
              aria-label={t("cart:open_count", { count: filled.items_quantity })}
            >
              {/* The narrowest screens have room for the other button's amount only. */}
              <span className="max-[24rem]:hidden">
                {format.money(filled.cart_total, filled.currency)}
              </span>
            </ButtonLink>
          )}
        </div>
      </div>
    </BottomBar>
  );
}
