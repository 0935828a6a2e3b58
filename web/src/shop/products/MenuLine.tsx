import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { Price } from "../../ui/Price";
import { takesOrders } from "../useClosed";
import type { ProductCardProps } from "./ProductCard";
import { FewLeft, ProductNotes } from "./ProductNotes";

/** A dish on a menu: the text first, its picture next to it, the plus in the picture's corner. */
export function MenuLine({ product, action, eager = false, branch }: ProductCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = paths.product(product.slug) + (branch ? `?branch_id=${branch}` : "");
  return (
    <Card as="article" padding="none" pressable className="flex h-full gap-3 p-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 ps-1">
        <h3 className="line-clamp-2 leading-7 font-medium">
          <Link to={to} look="cover">
            <Words>{product.name}</Words>
          </Link>
        </h3>
        {product.description && (
          <p className="line-clamp-2 text-sm leading-6 text-muted">
            <Words>{product.description}</Words>
          </p>
        )}
        <ProductNotes product={product} away={!branch} />
        <div className="mt-auto flex flex-wrap items-center gap-2">
          <Price
            size="sm"
            price={format.price(product.price, product.currency, product.unit_grams)}
            old={product.old_price === null ? undefined : format.price(product.old_price)}
            oldLabel={t("catalog:old_price")}
            prefix={product.price_varies ? t("catalog:from") : undefined}
          />
          {product.discount_percent !== null && (
            <Badge tone="offer">
              {t("catalog:discount", { percent: format.number(product.discount_percent) })}
            </Badge>
          )}
          <FewLeft product={product} />
        </div>
      </div>
      <div className="relative size-28 shrink-0">
        <Picture
          src={product.image.src}
          name={product.name}
          alt=""
          width={product.image.width}
          height={product.image.height}
          tint={product.tint}
          eager={eager}
          className={cx(
            "size-28",
            (!product.available || !takesOrders(product.branch)) && "opacity-60",
          )}
        />
        {action && product.branch.delivers !== false && (
          // As a stepper, it is as wide as the picture.
          <div className="absolute end-1 bottom-1 z-10 flex justify-end [&_fieldset]:min-w-26">
            {action}
          </div>
        )}
      </div>
    </Card>
  );
}
