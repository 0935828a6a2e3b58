import type { CartItem } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { priced } from "../../../lib/format/weight";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { mostOf } from "../../../shop/cart/model";
import { type Line, useQuantity } from "../../../shop/cart/useCart";
import { ExtrasLine } from "../../../shop/extras/ExtrasLine";
import { Heart } from "../../../shop/favourites/Heart";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { Notice } from "../../../ui/Notice";
import { Picture } from "../../../ui/Picture";
import { Price } from "../../../ui/Price";
import { Stepper } from "../../../ui/Stepper";
import { NoteField } from "./NoteField";

export interface CartLineProps {
  item: CartItem;
  service: string;
  branch: string;
  currency: string;
}

/** One line of the cart: what, how many, how much, and what to do where something is wrong. */
export function CartLine({ item, service, branch, currency }: CartLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { product, variant, ...order } = item.order;
  const name = format.words(product.name);
  const extras = order.extras.map(({ id, qty }) => ({ id, qty }));
  const line: Line = {
    service,
    variant: variant.id,
    name,
    branch,
    note: item.note,
    item: item.id,
    extras,
    grams: order.unit_grams,
  };
  const rechoose = () =>
    openDialog("options", {
      product: product.slug,
      name,
      branch,
      line: { id: item.id, variant: variant.id, qty: item.qty, extras },
    });
  const { qty, set, refusal } = useQuantity(line);
  const gone = order.problem !== null && order.problem.suggested_qty === null && !order.has_extras;
  const most = mostOf(item);
  return (
    <li className="flex gap-3 py-3 sm:gap-4">
      <Link to={paths.product(product.slug)} look="plain" tabIndex={-1} aria-hidden="true">
        <Picture
          src={product.image.src}
          name={product.name}
          alt=""
          width={product.image.width}
          height={product.image.height}
          tint={product.tint}
          className="size-20 shrink-0 sm:size-24"
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 leading-snug font-medium">
            <Link to={`${paths.product(product.slug)}?branch_id=${branch}`} look="quiet">
              <Words>{product.name}</Words>
            </Link>
            {order.pack && (
              <span className="text-muted">
                {" "}
                · <Words>{order.pack}</Words>
              </span>
            )}
          </p>
          <Heart kind="product" id={product.id} name={product.name} className="-me-2 -mt-2.5" />
        </div>
        <ExtrasLine extras={order.extras} />
        {order.has_extras && (
          <Button
            size="sm"
            variant="plain"
            className="-ms-3.5 self-start"
            aria-haspopup="dialog"
            aria-label={t("basket:extras_of", { name })}
            onClick={rechoose}
          >
            {t("basket:extras")}
          </Button>
        )}
        {order.served && !order.served.now && (
          <p className="text-sm text-muted">
            <Words>{order.served.text}</Words>
          </p>
        )}
        <div className="-mt-1 mb-1 flex flex-wrap items-center justify-between gap-x-3">
          <NoteField item={item} service={service} />
          <UnitPrice item={item} currency={currency} />
        </div>
        <LineProblem item={item} onTake={set} />
        {refusal && (
          <p role="alert" className="text-sm text-trouble-text">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {gone ? (
            <Button size="sm" icon="trash" onClick={() => set(0)}>
              {t("basket:take_out")}
            </Button>
          ) : (
            <Stepper
              value={qty}
              onChange={(next) => set(next)}
              min={order.min_qty}
              step={order.step_qty}
              max={most}
              format={(value) => format.amount(value, order.unit_grams)}
              atMax={
                order.unit_grams > 0
                  ? t("cart:at_most_weight", { weight: format.amount(most, order.unit_grams) })
                  : t("cart:at_most", { count: most })
              }
              labels={{
                add: t("cart:add"),
                addThing: t("cart:add_thing", { name }),
                quantity: t("cart:quantity_of", { name }),
                more: t("cart:one_more", { name }),
                less: t("cart:one_less", { name }),
                remove: t("cart:remove", { name }),
              }}
            />
          )}
          {!gone && <Price price={format.price(order.line_total, currency)} size="sm" />}
        </div>
      </div>
    </li>
  );
}

/** What one costs, where the line's sum does not say it already. */
function UnitPrice({ item, currency }: { item: CartItem; currency: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { unit_price, old_unit_price, price_was, unit_grams: grams } = item.order;
  const alone = priced(item.qty, grams) === 1;
  if (alone && old_unit_price === null && price_was === null) return null;
  return (
    <div className="text-sm text-muted">
      <p>
        <bdi>
          {grams > 0
            ? format.money(unit_price, currency, grams)
            : t("basket:each", { amount: format.money(unit_price, currency) })}
        </bdi>
        {old_unit_price !== null && (
          <>
            {" "}
            <s>
              <span className="sr-only">{t("basket:before")}</span>
              <bdi>{format.money(old_unit_price, currency)}</bdi>
            </s>
          </>
        )}
      </p>
      {price_was !== null && (
        <p className="flex items-center gap-1.5 font-medium text-ink">
          <Icon name="info" size={16} />
          {t(price_was > unit_price ? "basket:cheaper_now" : "basket:dearer_now", {
            was: format.money(price_was, currency, grams),
          })}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a line, and the one press that puts it right. */
function LineProblem({ item, onTake }: { item: CartItem; onTake: (qty: number) => void }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { problem, stock_left, unit_grams: grams } = item.order;
  if (!problem) return null;
  const suggested = problem.suggested_qty;
  const fewer = problem.code === "out_of_stock" && suggested !== null && stock_left !== null;
  return (
    <Notice
      tone="trouble"
      className="p-3 text-sm"
      action={
        suggested === null ? undefined : (
          <Button variant="primary" size="sm" onClick={() => onTake(suggested)}>
            {grams > 0
              ? t("basket:take_weight", { weight: amount(suggested, grams) })
              : t("basket:take", { count: suggested })}
          </Button>
        )
      }
    >
      {!fewer ? (
        <Words>{problem.message}</Words>
      ) : grams > 0 ? (
        t("cart:at_most_weight", { weight: amount(stock_left, grams) })
      ) : (
        t("basket:left", { count: stock_left })
      )}
    </Notice>
  );
}
