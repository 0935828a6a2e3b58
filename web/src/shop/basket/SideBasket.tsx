import { useEffect, useRef } from "react";
import { paths } from "../../lib/paths";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { ButtonLink } from "../../ui/ButtonLink";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { VariantName } from "../../ui/VariantName";
import { BranchName } from "../branches/BranchName";
import { Quantity } from "../cart/AddToCart";
import { EmptyBasket } from "../cart/EmptyBasket";
import { MinimumOrder } from "../cart/MinimumOrder";
import { cartPath, liveCarts, mostOf } from "../cart/model";
import { useCart } from "../cart/useCart";
import { useCarts } from "../cart/useShopping";
import { WaitingWishes } from "../cart/WaitingWishes";
import { ExtrasLine } from "../extras/ExtrasLine";

/** Wide screens: the basket next to the products, which fills while the customer keeps choosing. */
export default function SideBasket({
  service,
  branch,
}: {
  service: string;
  branch: string | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { ready, session } = useScope();
  const box = useRef<HTMLDivElement>(null);
  // While the basket is visible, toasts appear in the space below it.
  useEffect(() => {
    const mark = () =>
      box.current?.offsetParent === null
        ? document.body.removeAttribute("data-basket")
        : document.body.setAttribute("data-basket", "");
    mark();
    window.addEventListener("resize", mark);
    return () => {
      window.removeEventListener("resize", mark);
      document.body.removeAttribute("data-basket");
    };
  }, []);
  const cart = useCart(service).data;
  const items = ready ? (cart?.items ?? []) : [];
  // Adding a product from the current branch would start a separate cart.
  const elsewhere = items.length > 0 && branch !== undefined && cart?.branch?.id !== branch;
  const carts = useCarts().data ?? [];
  // Carts of other services stay reachable.
  const others = ready ? liveCarts(carts).filter((one) => one.service.id !== service) : [];
  return (
    <Card
      ref={box}
      as="aside"
      aria-label={t("cart:bar")}
      className="flex max-h-[calc(100dvh-var(--header)-11rem)] flex-col gap-3"
    >
      <div>
        <h2 className="text-lg leading-8 font-semibold">{t("cart:bar")}</h2>
        {cart?.branch && items.length > 0 && (
          <p className="text-sm leading-6 text-muted">
            <BranchName name={cart.branch.name} />
          </p>
        )}
        {elsewhere && <p className="text-sm leading-6">{t("cart:side_elsewhere")}</p>}
      </div>
      <WaitingWishes key={session} />
      {!cart || items.length === 0 ? (
        <>
          <div className="flex flex-col items-center gap-3 pt-2 pb-4 text-center text-muted text-pretty">
            <EmptyBasket />
            <p>{t("cart:side_empty")}</p>
          </div>
          {others.map((one) => (
            <Link
              key={one.id}
              to={cartPath(one.service.id)}
              className="flex min-h-11 items-center border-t border-line pt-2"
            >
              {`${one.service.name} · ${t("cart:units", { count: one.items_quantity })}`}
            </Link>
          ))}
        </>
      ) : (
        <>
          <ul className="min-h-0 flex-auto divide-y divide-line overflow-y-auto">
            {items.map((item) => (
              <li key={item.id} className="flex flex-col gap-1 py-2">
                <Link
                  to={paths.product(item.order.product.slug)}
                  look="quiet"
                  className="leading-7"
                >
                  <Words>{item.order.product.name}</Words>
                  <VariantName>{item.order.pack}</VariantName>
                  <ExtrasLine extras={item.order.extras} />
                </Link>
                <div className="flex items-center justify-between gap-2">
                  <Quantity
                    line={{
                      service,
                      variant: item.order.variant.id,
                      name: format.words(item.order.product.name),
                      branch: cart.branch?.id,
                      note: item.note,
                      item: item.id,
                      extras: item.order.extras.map(({ id, qty }) => ({ id, qty })),
                    }}
                    grams={item.order.unit_grams}
                    min={item.order.min_qty}
                    step={item.order.step_qty}
                    max={mostOf(item)}
                  />
                  <bdi className="tabular-nums">
                    {format.money(item.order.line_total, cart.currency)}
                  </bdi>
                </div>
              </li>
            ))}
          </ul>
          {cart.branch?.delivers !== false ? (
            !elsewhere && <MinimumOrder cart={cart} />
          ) : (
            <p className="flex items-center gap-1 text-sm leading-6 text-trouble-text">
              <Icon name="pin" size={18} />
              {t("branches:not_here")}
            </p>
          )}
          {/* The sum of the lines above: the cart page adds delivery to it. */}
          <ButtonLink to={cartPath(service)} variant="primary" icon="cart" wide>
            {`${t("cart:open")} · ${format.money(cart.cart_total, cart.currency)}`}
          </ButtonLink>
        </>
      )}
    </Card>
  );
}
