import type { ProductCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { ButtonLink } from "../../ui/ButtonLink";
import { Stepper } from "../../ui/Stepper";
import { type Line, useQuantity } from "./useCart";

export interface AddToCartProps {
  product: ProductCard;
  /** Set where the customer stands in one branch. */
  branch?: string | undefined;
  /** In the corner of a card: a plus that unfolds. */
  corner?: boolean;
}

/** The button on a product in a list: adds it, then counts it. What needs a choice leads to it. */
export function AddToCart({ product, branch, corner = false }: AddToCartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!product.available) {
    return (
      <p className="flex h-11 items-center text-sm font-medium text-muted">{t("cart:sold_out")}</p>
    );
  }
  if (product.variant_id === null) {
    return (
      <ButtonLink to={paths.product(product.slug)} variant="soft" size="sm" wide={!corner}>
        {t("cart:choose")}
      </ButtonLink>
    );
  }
  return (
    <Quantity
      line={{
        service: product.service.id,
        variant: product.variant_id,
        name: format.words(product.name),
        branch,
      }}
      min={product.min_qty}
      max={most(product.max_qty, product.stock_left)}
      wide={!corner}
      corner={corner}
    />
  );
}

export interface QuantityProps {
  line: Line;
  min: number;
  max: number;
  primary?: boolean;
  wide?: boolean;
  /** In the corner of a card. */
  corner?: boolean;
}

/** Adds a variant and counts it; a refusal stands right below. */
export function Quantity({
  line,
  min,
  max,
  primary = false,
  wide = false,
  corner = false,
}: QuantityProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { qty, set, refusal } = useQuantity(line);
  return (
    <div className={wide ? "w-full" : undefined}>
      <Stepper
        value={qty}
        onChange={(next) => set(next)}
        min={min}
        max={max}
        primary={primary}
        wide={wide}
        corner={corner}
        size={primary ? "md" : "sm"}
        format={(value) => format.number(value)}
        atMax={t("cart:at_most", { count: max })}
        labels={{
          add: t("cart:add"),
          addThing: t("cart:add_thing", { name: line.name }),
          quantity: t("cart:quantity_of", { name: line.name }),
          more: t("cart:one_more", { name: line.name }),
          less: t("cart:one_less", { name: line.name }),
          remove: t("cart:remove", { name: line.name }),
        }}
      />
      {refusal && (
        <p role="alert" className="mt-1 text-sm text-trouble-text">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** The lower of what a customer may take and what is left; Infinity where neither is known. */
export function most(max: number | null, left: number | null): number {
  return Math.min(max ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY);
}
