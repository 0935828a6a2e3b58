import type { ProductCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { Price } from "../../ui/Price";
import { AddToCart } from "../cart/AddToCart";
import { takesOrders, useClosed } from "../useClosed";

/** A product in one line, where there is little room: picture, name, price, and the way into the cart. */
export function ProductLine({
  product,
  branch,
  seller,
  eager = false,
}: {
  product: ProductCard;
  branch?: string;
  /** In a list of several branches, who sells it. */
  seller?: string;
  eager?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const closed = useClosed()(product.branch);
  return (
    <div className="relative flex items-center gap-3 p-2">
      <Picture
        src={product.image.src}
        name={product.name}
        alt=""
        width={product.image.width}
        height={product.image.height}
        tint={product.tint}
        eager={eager}
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
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Price
            size="sm"
            price={format.price(product.price, product.currency, product.unit_grams)}
            old={product.old_price === null ? undefined : format.price(product.old_price)}
            oldLabel={t("catalog:old_price")}
            prefix={product.price_varies ? t("catalog:from") : undefined}
          />
          {/* Where nothing can be added, that is said in its place. */}
          {closed && takesOrders(product.branch) ? (
            <span className="text-sm text-muted">{closed}</span>
          ) : (
            seller && <bdi className="text-sm text-muted">{seller}</bdi>
          )}
        </div>
      </div>
      <div className="relative z-10 shrink-0">
        <AddToCart product={product} branch={branch} />
      </div>
    </div>
  );
}
