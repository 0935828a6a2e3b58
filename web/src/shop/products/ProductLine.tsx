import type { ProductCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { cx } from "../../ui/cx";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { Price } from "../../ui/Price";
import { AddToCart } from "../cart/AddToCart";
import { takesOrders, useClosed } from "../useClosed";
import { useSoonOf } from "../useSoon";

/** A product in one line, where there is little space: picture, name, price and the button that adds it to the cart. */
export function ProductLine({
  product,
  branch,
  seller,
  eager = false,
  stacked = false,
  roomy = false,
  large = false,
}: {
  product: ProductCard;
  branch?: string;
  /** The selling branch, in a list of several branches. */
  seller?: string;
  eager?: boolean;
  /** On a phone a small card: the picture above the text, the add button in the picture's corner. */
  stacked?: boolean;
  /** As wide as a phone: the picture stays while the stepper is shown. */
  roomy?: boolean;
  /** The picture is the main content. */
  large?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const closed = useClosed()(product.branch);
  const soon = useSoonOf()(product);
  // A card that shows when its branch opens has a smaller picture, so that cards are as high by
  // night as by day.
  const opens = closed && takesOrders(product.branch);
  return (
    <div
      className={cx(
        "relative flex items-center gap-3 p-2",
        stacked
          ? "max-sm:grow max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5"
          : // While it is counted the name has the picture's room.
            cx("[&:has(fieldset)>:first-child]:hidden", roomy && "min-[23rem]:*:first:flex!"),
      )}
    >
      <Picture
        src={product.image.src}
        name={product.name}
        alt=""
        width={product.image.width}
        height={product.image.height}
        tint={product.tint}
        eager={eager}
        className={cx(
          large ? "size-18" : "size-14",
          "shrink-0",
          stacked &&
            `max-sm:w-full max-sm:ltr:*:object-[20%_50%] max-sm:rtl:*:object-[80%_50%] ${opens ? "max-sm:h-14" : "max-sm:h-22"}`,
        )}
      />
      <div
        className={cx(
          "min-w-0 flex-1",
          stacked && "max-sm:flex max-sm:flex-col-reverse max-sm:justify-end",
        )}
      >
        <p className={cx("line-clamp-2 leading-7", stacked && "max-sm:text-sm max-sm:leading-6")}>
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
          {/* Where the product cannot be added, the reason takes the button's place. */}
          {opens ? (
            <span className={cx("text-sm text-muted", stacked && "max-sm:leading-5")}>
              {closed}
            </span>
          ) : (
            seller && (
              <span className="text-sm text-muted">
                <bdi>{seller}</bdi>
                {soon && <span className="whitespace-nowrap">{` · ${soon}`}</span>}
              </span>
            )
          )}
        </div>
      </div>
      <div
        className={cx(
          "z-10 shrink-0",
          stacked
            ? `max-sm:absolute max-sm:end-3 sm:relative ${opens ? "max-sm:top-4" : "max-sm:top-12"}`
            : "relative",
        )}
      >
        <AddToCart product={product} branch={branch} />
      </div>
    </div>
  );
}
