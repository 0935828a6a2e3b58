import type { ProductCard } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Apart } from "../../lib/words";
import { Badge } from "../../ui/Badge";

/** The quantity that the price buys, and any reason why the product cannot be ordered. */
export function ProductNotes({
  product,
  away,
}: {
  product: ProductCard;
  /** Whether to show that it is not delivered here. */
  away: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { menu } = product;
  return (
    <>
      {product.pack && (
        <p className="text-sm leading-6 text-muted">
          <Apart>{product.pack}</Apart>
          {product.choices > 1 && ` · ${t("catalog:choices", { count: product.choices })}`}
        </p>
      )}
      {menu && !menu.now && (
        <p className="text-sm font-medium">
          {menu.from === null
            ? t("catalog:card_none")
            : t("catalog:card_from", { time: format.dayTime(Date.parse(menu.from)) })}
        </p>
      )}
      {away && product.branch.delivers === false && (
        <p className="text-sm font-medium text-trouble-text">{t("branches:not_here")}</p>
      )}
    </>
  );
}

/** Low stock, placed where it needs no extra line: on the picture, or next to the price. */
export function FewLeft({ product }: { product: ProductCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    product.available &&
    product.stock_left !== null && (
      <Badge tone="trouble" className="me-auto bg-card!">
        {t(product.unit_grams > 0 ? "cart:at_most_weight" : "catalog:left", {
          count: product.stock_left,
          weight: format.amount(product.stock_left, product.unit_grams),
        })}
      </Badge>
    )
  );
}
