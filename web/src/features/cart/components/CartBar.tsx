import { useLocation } from "../../../lib/history";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { cartOf, cartPath, chosenService, hidesCartBar } from "../../../shop/cart/model";
import { useCart } from "../../../shop/cart/useCart";
import { useCarts, useSelectedService } from "../../../shop/cart/useShopping";
import { BottomBar } from "../../../ui/BottomBar";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Price } from "../../../ui/Price";
import { useMoment } from "../../../ui/useMoment";

/** Phones: how many, how much, and what is missing to the minimum order, on every public page. */
export function CartBar() {
  const { pathname } = useLocation();
  const { ready } = useScope();
  const service = useSelectedService();
  const carts = useCarts().data ?? [];
  const summary =
    ready && !hidesCartBar(pathname) ? cartOf(carts, chosenService(carts, service, "")) : undefined;
  return summary ? <FilledBar service={summary.service.id} /> : null;
}

function FilledBar({ service }: { service: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(service).data;
  const reached = useMoment(
    cart?.missing_to_minimum,
    (before, now) => (before ?? 0) > 0 && now === 0,
    4_000,
  );
  if (!cart || cart.items.length === 0) return null;
  const missing = cart.missing_to_minimum;
  // One sum, that of the goods: the minimum is one of goods, and the cart adds up the rest.
  const amount = format.money(cart.delivery_price, cart.currency);
  const delivery =
    cart.delivery_price > 0
      ? t("cart:plus_delivery", { amount })
      : cart.branch?.delivers
        ? t("cart:free_delivery")
        : null;
  return (
    <BottomBar label={t("cart:bar")} className="cart-bar" phoneOnly>
      {/* No higher than the button beside it. */}
      <div className="min-w-0 flex-1 text-sm leading-5.5 text-muted">
        <p className="flex items-baseline gap-x-2">
          {t("cart:units", { count: cart.items_quantity })}
          <Price price={format.price(cart.cart_total, cart.currency)} size="sm" />
        </p>
        {cart.branch?.delivers === false ? (
          <p className="text-trouble-text">{t("branches:not_here")}</p>
        ) : reached ? (
          <p className="animate-pop font-medium text-go-text">{t("cart:minimum_reached")}</p>
        ) : (
          <p className={missing > 0 ? "text-ink" : undefined}>
            {missing > 0
              ? t("cart:missing", { amount: format.money(missing, cart.currency) })
              : delivery}
          </p>
        )}
      </div>
      <ButtonLink to={cartPath(service)} variant="primary" icon="cart" className="shrink-0">
        {t("cart:open")}
      </ButtonLink>
    </BottomBar>
  );
}
