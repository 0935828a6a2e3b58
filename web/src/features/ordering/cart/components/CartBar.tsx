import type { ReactNode } from "react";
import { useLocation } from "../../../../lib/history";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import {
  cartOf,
  cartPath,
  chosenService,
  hidesCartBar,
  liveCarts,
} from "../../../../shop/cart/model";
import { cartNotification, shopToasts } from "../../../../shop/cart/notification";
import { useCart } from "../../../../shop/cart/useCart";
import { useCarts, useSelectedService } from "../../../../shop/cart/useShopping";
import { BottomBar } from "../../../../ui/BottomBar";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { useMoment } from "../../../../ui/useMoment";

/**
 * The cart's bar on public pages without a cart beside the products: the number of items, the shop, the sum and the
 * amount missing to the minimum order. `children` precede the link to the cart.
 */
export function CartBar({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const { ready } = useScope();
  const service = useSelectedService();
  const carts = useCarts().data ?? [];
  const summary =
    ready && !hidesCartBar(pathname) ? cartOf(carts, chosenService(carts, service, "")) : undefined;
  return summary ? (
    <FilledBar service={summary.service.id} others={liveCarts(carts).length - 1}>
      {children}
    </FilledBar>
  ) : null;
}

function FilledBar({
  service,
  others,
  children,
}: {
  service: string;
  /** The number of carts of other services. */
  others: number;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(service).data;
  const reached = useMoment(
    cart?.missing_to_minimum,
    (before, now) => (before ?? 0) > 0 && now === 0,
    4_000,
  );
  const added = useStore(cartNotification);
  // A toast announces the addition if the bar was not visible yet.
  const toasted = useStore(shopToasts).length > 0;
  if (!cart || cart.items.length === 0) return null;
  const missing = cart.missing_to_minimum;
  // Shows the sum of the items only: the minimum order counts items, and the cart page adds up the rest.
  const sum = format.money(cart.cart_total, cart.currency);
  const amount = format.money(cart.delivery_price, cart.currency);
  const delivery =
    cart.delivery_price > 0
      ? t("cart:plus_delivery", { amount })
      : cart.branch?.delivers
        ? t("cart:free_delivery")
        : null;
  return (
    <BottomBar label={t("cart:bar")} className="cart-bar *:flex-wrap *:gap-2 lg:hidden">
      {/* No higher than the button beside it. */}
      <div className="min-w-26 flex-1 basis-0 text-sm leading-5.5 text-muted max-[24rem]:text-[0.8125rem]">
        <p role="status" className="truncate text-ink">
          {added.show && !toasted ? (
            t("cart:added", { count: added.qty, name: added.product })
          ) : (
            <>
              {t("cart:units", { count: cart.items_quantity })}
              {" · "}
              <bdi>{cart.branch?.store.name}</bdi>
            </>
          )}
        </p>
        {cart.branch?.delivers === false ? (
          <p className="text-trouble-text">{t("branches:not_here")}</p>
        ) : reached ? (
          <p className="animate-pop font-medium text-good-text">{t("cart:minimum_reached")}</p>
        ) : (
          <p className={cx("truncate", missing > 0 && "text-ink")}>
            {missing > 0
              ? t("cart:missing", { amount: format.money(missing, cart.currency) })
              : delivery}
            {others > 0 && ` · ${t("cart:others", { count: others })}`}
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        {children}
        <ButtonLink
          to={cartPath(service)}
          variant="primary"
          size="sm"
          aria-label={`${t("cart:open")} · ${sum}`}
          className="px-3.5! tabular-nums"
        >
          <span className="max-[24rem]:hidden">{t("cart:open")} · </span>
          <Icon name="cart" className="min-[24.0625rem]:hidden" />
          <bdi>{sum}</bdi>
        </ButtonLink>
      </div>
    </BottomBar>
  );
}
