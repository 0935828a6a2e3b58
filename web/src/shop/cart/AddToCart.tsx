import type { ProductCard } from "../../api/types";
import { openDialog } from "../../lib/dialogs";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { cx } from "../../ui/cx";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { Stepper } from "../../ui/Stepper";
import { takesOrders } from "../useClosed";
import { type Line, useCart, useQuantity } from "./useCart";

export interface AddToCartProps {
  product: ProductCard;
  /** Set if the customer is shopping in one branch. */
  branch?: string | undefined;
}

/**
 * The plus button of a product in a list: adds it, then becomes a stepper. A product that needs a
 * choice opens a dialog for it here.
 */
export function AddToCart({ product, branch }: AddToCartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const takes = takesOrders(product.branch);
  if (!product.available || !takes) {
    return (
      <p className="rounded-full bg-card px-3 py-1 text-sm font-medium text-muted shadow-soft">
        {t(takes ? "cart:sold_out" : "branches:closed")}
      </p>
    );
  }
  if (product.variant_id === null) return <ChooseButton product={product} branch={branch} />;
  return (
    <Quantity
      line={{
        service: product.service.id,
        variant: product.variant_id,
        name: format.words(product.name),
        branch,
      }}
      grams={product.unit_grams}
      min={product.min_qty}
      step={product.step_qty}
      max={most(product.max_qty, product.stock_left)}
      corner
    />
  );
}

/** Shows how many units are in the cart already. Without JavaScript it links to the product's page. */
function ChooseButton({ product, branch }: AddToCartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const items = useCart(product.service.id).data?.items ?? [];
  const count = items
    .filter((one) => one.order.product.id === product.id)
    .reduce((sum, one) => sum + (one.order.unit_grams > 0 ? 1 : one.qty), 0);
  const name = format.words(product.name);
  return (
    <Link
      to={paths.product(product.slug) + (branch ? `?branch_id=${branch}` : "")}
      look="plain"
      aria-label={t("cart:choose_thing", { name })}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openDialog("options", { product: product.slug, name, branch });
      }}
      className={cx(
        "flex size-11 items-center justify-center rounded-full border border-line shadow-soft dark:border-control transition-[background-color,transform] duration-150 active:scale-90",
        count > 0 ? "bg-go" : "bg-card hover:bg-go-soft",
      )}
    >
      {count > 0 ? (
        <span className="font-semibold text-on-go tabular-nums">{format.number(count)}</span>
      ) : (
        <Icon name="plus" size={24} className="text-go-text" />
      )}
    </Link>
  );
}

export interface QuantityProps {
  line: Line;
  min: number;
  max: number;
  step?: number;
  /** The grams of one unit, for products sold by weight. */
  grams?: number;
  primary?: boolean;
  wide?: boolean;
  /** In the corner of a card. */
  corner?: boolean;
  /** The button's label instead of "Add". */
  label?: string;
}

/** Adds a variant and changes its quantity; a refusal is shown directly below. */
export function Quantity({
  line,
  min,
  max,
  step = 1,
  grams = 0,
  primary = false,
  wide = false,
  corner = false,
  label,
}: QuantityProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { qty, set, refusal } = useQuantity({ ...line, grams });
  return (
    <div className={corner ? "relative" : wide ? "w-full" : undefined}>
      <Stepper
        value={qty}
        onChange={(next) => set(next)}
        min={min}
        step={step}
        max={max}
        primary={primary}
        wide={wide}
        corner={corner}
        size={primary ? "md" : "sm"}
        format={(value) => format.amount(value, grams)}
        atMax={t(grams > 0 ? "cart:at_most_weight" : "cart:at_most", {
          count: max,
          weight: format.amount(max, grams),
        })}
        labels={{
          add: label ?? t("cart:add"),
          // The accessible name begins with the visible label.
          addThing: label ? `${label}: ${line.name}` : t("cart:add_thing", { name: line.name }),
          quantity: t("cart:quantity_of", { name: line.name }),
          more: t("cart:one_more", { name: line.name }),
          less: t("cart:one_less", { name: line.name }),
          remove: t("cart:remove", { name: line.name }),
        }}
      />
      {refusal && (
        <p
          role="alert"
          className={
            corner
              ? "absolute end-0 bottom-full mb-1 w-max max-w-40 rounded-control bg-trouble-soft px-3 py-2 text-sm text-trouble-text shadow-soft"
              : "mt-1 text-sm text-trouble-text"
          }
        >
          {refusal}
        </p>
      )}
    </div>
  );
}

/** The lower of the limit per customer and the stock left; Infinity where neither is known. */
export function most(max: number | null, left: number | null): number {
  return Math.min(max ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY);
}
