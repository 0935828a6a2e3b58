import { useLocation } from "../../../lib/history";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { cartOf, cartPath, chosenService, hidesCartBar } from "../../../shop/cart/model";
import { useCart } from "../../../shop/cart/useCart";
import { useCarts, useSelectedService } from "../../../shop/cart/useShopping";
import { BottomBar } from "../../../ui/BottomBar";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Icon } from "../../../ui/Icon";
import { Price } from "../../../ui/Price";
import { ProgressBar } from "../../../ui/ProgressBar";
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
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm text-muted">
            {t("cart:units", { count: cart.items_quantity })}
          </span>
          <Price price={format.price(cart.cart_total, cart.currency)} size="sm" />
        </p>
        {cart.branch?.delivers === false ? (
          <p className="text-sm leading-6 text-trouble-text">{t("branches:not_here")}</p>
        ) : missing > 0 ? (
          <>
            <p className="text-sm">
              {t("cart:missing", { amount: format.money(missing, cart.currency) })}
            </p>
            <ProgressBar
              label={t("cart:minimum")}
              value={cart.minimum_order - missing}
              max={cart.minimum_order}
              tone="saffron"
              className="mt-1"
            />
          </>
        ) : (
          <p className="flex items-center gap-1 truncate text-sm text-muted">
            {reached ? (
              <span className="inline-flex animate-pop items-center gap-1 font-medium text-go-text">
                <Icon name="check" size={18} />
                {t("cart:minimum_reached")}
              </span>
            ) : (
              delivery
            )}
          </p>
        )}
      </div>
      <ButtonLink to={cartPath(service)} variant="primary" icon="cart" className="shrink-0">
        {t("cart:open")}
      </ButtonLink>
    </BottomBar>
  );
}
