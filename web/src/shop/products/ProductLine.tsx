import type { ProductCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { Price } from "../../ui/Price";
import type { Tint } from "../../ui/tint";
import { AddToCart } from "../cart/AddToCart";

/** A product in one line, where there is little room: picture, name, price, and the way into the cart. */
export function ProductLine({
  product,
  branch,
  seller,
  tint = "neutral",
}: {
  product: ProductCard;
  branch?: string;
  /** In a list of several branches, who sells it. */
  seller?: string;
  tint?: Tint;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="relative flex items-center gap-3 rounded-control p-2 hover:bg-tint">
      <Picture
        src={product.image.src}
        name={product.name}
        alt=""
        width={product.image.width}
        height={product.image.height}
        tint={tint}
        eager
        className="size-14 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-7">
          <Link
            to={paths.product(product.slug) + (branch ? `?branch_id=${branch}` : "")}
            look="cover"
          >
            <Words>{product.name}</Words>
          </Link>
        </p>
        <div className="flex items-baseline gap-2">
          <Price
            size="sm"
            price={format.price(product.price, product.currency, product.unit_grams)}
            prefix={product.price_varies ? t("catalog:from") : undefined}
          />
          {seller && <span className="min-w-0 truncate text-sm text-muted">{seller}</span>}
        </div>
      </div>
      <div className="relative z-10 shrink-0">
        <AddToCart product={product} branch={branch} />
      </div>
    </div>
  );
}
