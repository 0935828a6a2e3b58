import type { ReactNode } from "react";
import type { ProductCard as ProductData } from "../../api/types";
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
import { Heart } from "../favourites/Heart";
import { takesOrders, useClosed } from "../useClosed";
import { useSoonOf } from "../useSoon";
import { FewLeft, ProductNotes } from "./ProductNotes";

export interface ProductCardProps {
  product: ProductData;
  /** The card's action, in the picture's corner: adding the product to the cart. */
  action?: ReactNode;
  /** The card is on the first screen. */
  eager?: boolean;
  priority?: boolean;
  /** Shows the selling branch, in a list that names no branch. */
  showBranch?: boolean;
  /** The branch the customer is shopping in, so that the product's page shows its price. */
  branch?: string | undefined;
  /** Shows that the product is not delivered here; false where the list or the branch's page shows that for all. */
  away?: boolean | undefined;
  /** On a phone, one of three in a row: smaller text and less padding. */
  compact?: boolean;
  /** Further content below the price. */
  children?: ReactNode;
}

/** A product in a list: picture, price, name, quantity and one action. */
export function ProductCard({
  product,
  action,
  eager = false,
  priority = false,
  showBranch = false,
  branch,
  away = !branch,
  compact = false,
  children,
}: ProductCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = paths.product(product.slug) + (branch ? `?branch_id=${branch}` : "");
  const closed = useClosed()(product.branch);
  const soon = useSoonOf()(product);
  const reached = product.branch.delivers !== false;
  return (
    <Card
      as="article"
      padding="none"
      pressable
      className={cx("flex h-full flex-col p-2", compact && "compact")}
    >
      <div className="relative">
        <Picture
          src={product.image.src}
          srcset={product.image.srcset}
          sizes="(min-width: 37.5rem) 15rem, 42vw"
          name={product.name}
          alt=""
          width={product.image.width}
          height={product.image.height}
          tint={product.tint}
          eager={eager}
          priority={priority}
          className={
            product.available && reached && takesOrders(product.branch) ? undefined : "opacity-60"
          }
        />
        {/* In the corner that drawings leave free. */}
        <div className="card-badges absolute start-1.5 top-1.5 flex flex-col items-start gap-1">
          {product.discount_percent !== null && (
            <Badge tone="offer">
              {t("catalog:discount", { percent: format.number(product.discount_percent) })}
            </Badge>
          )}
          {reached && <FewLeft product={product} />}
        </div>
        <Heart
          kind="product"
          id={product.id}
          name={product.name}
          className="absolute end-0 top-0 z-10"
        />
        {reached && <div className="card-action absolute end-1 bottom-1 z-10">{action}</div>}
      </div>
      <div className="flex flex-1 flex-col gap-0.5 px-1 pt-2 pb-1">
        <Price
          className="card-price"
          price={format.price(product.price, product.currency, product.unit_grams)}
          old={product.old_price === null ? undefined : format.price(product.old_price)}
          oldLabel={t("catalog:old_price")}
          prefix={product.price_varies ? t("catalog:from") : undefined}
        />
        <h3 className="card-name line-clamp-2 leading-7 max-sm:text-[0.9375rem] max-sm:leading-6">
          <Link to={to} look="cover">
            <Words>{product.name}</Words>
          </Link>
        </h3>
        {children}
        <ProductNotes product={product} away={away} />
        {showBranch && (
          <p className="mt-auto flex flex-wrap gap-x-2 text-sm leading-6 text-muted">
            <bdi className="truncate">{product.store.name}</bdi>{" "}
            {soon && <span className="font-medium text-go-text">{soon}</span>}
          </p>
        )}
        {showBranch && reached && closed && (takesOrders(product.branch) || !action) && (
          <p className="text-sm leading-6 font-medium">{closed}</p>
        )}
      </div>
    </Card>
  );
}
