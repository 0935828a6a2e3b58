import { useRef, useState } from "react";
import type { CartItem } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { priced } from "../../../../lib/format/weight";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { mostOf } from "../../../../shop/cart/model";
import { NoteForm } from "../../../../shop/cart/NoteForm";
import { type Line, useQuantity } from "../../../../shop/cart/useCart";
import { ExtrasLine } from "../../../../shop/extras/ExtrasLine";
import { Heart } from "../../../../shop/favourites/Heart";
import { Button } from "../../../../ui/Button";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { IconButton } from "../../../../ui/IconButton";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Picture } from "../../../../ui/Picture";
import { Price } from "../../../../ui/Price";
import { Stepper } from "../../../../ui/Stepper";
import { VariantName } from "../../../../ui/VariantName";

export interface CartLineProps {
  item: CartItem;
  service: string;
  branch: string;
  currency: string;
}

/** One line of the cart: the product, its quantity and price, and how to resolve a problem with it. */
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
  const [noting, setNoting] = useState(false);
  const note = useRef<HTMLButtonElement>(null);
  return (
    <li className="flex flex-wrap gap-3 py-2 sm:gap-4 sm:py-3">
      <Link to={paths.product(product.slug)} look="plain" tabIndex={-1} aria-hidden="true">
        <Picture
          src={product.image.src}
          name={product.name}
          alt=""
          width={product.image.width}
          height={product.image.height}
          tint={product.tint}
          className="size-16 shrink-0"
        />
      </Link>
      {/* On phones the product is above the quantity and the price; on wide screens all are in one row. */}
      <div className="grid min-w-40 flex-1 basis-0 grid-cols-1 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_auto_auto_7rem] sm:items-center sm:gap-x-3">
        <div className="flex min-w-0 flex-wrap items-start sm:contents">
          <div className="min-w-24 flex-1 basis-0 sm:min-w-0">
            <p className="leading-6 font-medium">
              <Link to={`${paths.product(product.slug)}?branch_id=${branch}`} look="quiet">
                <Words>{product.name}</Words>
              </Link>
              <VariantName>{order.pack}</VariantName>
            </p>
            <div className="line-clamp-1">
              <ExtrasLine extras={order.extras} />
            </div>
          </div>
          <div className="-me-2.5 -mt-2.5 -mb-3 flex shrink-0 sm:col-start-3 sm:row-start-1 sm:m-0">
            <IconButton
              ref={note}
              icon="note"
              label={t(item.note ? "basket:note_change_of" : "basket:note_add_to", { name })}
              title={t("basket:note_add")}
              aria-expanded={noting}
              onClick={() => setNoting(!noting)}
              className={cx("-me-2 sm:me-0", item.note ? "text-go-text" : "text-muted")}
            />
            <Heart kind="product" id={product.id} name={product.name} />
          </div>
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 sm:contents">
          <div className="sm:col-start-2 sm:row-start-1">
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
          </div>
          {!gone && (
            <div className="flex flex-col items-end text-end max-sm:pb-1 sm:col-start-4 sm:row-start-1">
              <Price price={format.price(order.line_total, currency)} size="sm" />
              <SecondPrice item={item} currency={currency} />
            </div>
          )}
        </div>
        <div className="col-span-full flex flex-col gap-1 text-sm empty:hidden">
          {item.note && !noting && (
            <p className="text-muted">
              <bdi>{item.note}</bdi>
            </p>
          )}
          {noting && (
            <NoteForm
              item={item}
              service={service}
              onClose={() => {
                setNoting(false);
                note.current?.focus();
              }}
            />
          )}
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
            <p className="text-muted">
              <Words>{order.served.text}</Words>
            </p>
          )}
          <PriceNews item={item} currency={currency} />
          <LineProblem item={item} onTake={set} />
          {refusal && (
            <p role="alert" className="text-trouble-text">
              {refusal}
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

/** At most one price next to the line's sum: the sum without the offer, or the price of one unit. */
function SecondPrice({ item, currency }: { item: CartItem; currency: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { unit_price, old_line_total, unit_grams: grams } = item.order;
  if (old_line_total) {
    return (
      <s className="text-xs text-muted">
        <span className="sr-only">{t("basket:before")}</span>
        <bdi>{format.money(old_line_total, currency)}</bdi>
      </s>
    );
  }
  if (priced(item.qty, grams) === 1) return null;
  return (
    <bdi className="text-xs text-muted">
      {grams > 0
        ? format.money(unit_price, currency, grams)
        : t("basket:each", { amount: format.money(unit_price, currency) })}
    </bdi>
  );
}

/** Shown if the price has changed since the product was added to the cart. */
function PriceNews({ item, currency }: { item: CartItem; currency: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { unit_price, price_was, unit_grams: grams } = item.order;
  if (price_was === null) return null;
  return (
    <p className="flex items-center gap-1.5 font-medium text-ink">
      <Icon name="info" size={16} />
      {t(price_was > unit_price ? "basket:cheaper_now" : "basket:dearer_now", {
        was: format.money(price_was, currency, grams),
      })}
    </p>
  );
}

/** A problem with a line, and the one button that resolves it. */
function LineProblem({ item, onTake }: { item: CartItem; onTake: (qty: number) => void }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { problem, stock_left, unit_grams: grams } = item.order;
  if (!problem) return null;
  const suggested = problem.suggested_qty;
  const fewer = problem.code === "out_of_stock" && suggested !== null && stock_left !== null;
  return (
    <Notice
      // A quantity below the minimum is incomplete, not an error.
      tone={problem.code === "min_qty" ? "warning" : "trouble"}
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
