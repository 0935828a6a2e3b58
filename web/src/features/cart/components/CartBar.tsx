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
import { ProgressBar } from "../../../ui/ProgressBar";

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
  if (!cart || cart.items.length === 0) return null;
  const missing = cart.missing_to_minimum;
  return (
    <BottomBar label={t("cart:bar")} phoneOnly>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-sm text-muted">
            {t("cart:units", { count: cart.items_quantity })}
          </span>
          <Price price={format.price(cart.total, cart.currency)} size="sm" />
        </p>
        {missing > 0 && (
          <>
            <p className="truncate text-sm">
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
        )}
      </div>
      <ButtonLink to={cartPath(service)} variant="primary" icon="cart" className="shrink-0">
        {t("cart:open")}
      </ButtonLink>
    </BottomBar>
  );
}
