import { type ReactNode, Suspense, useState } from "react";
import type { Product } from "../../../../api/types";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { TileFacts } from "../../../../shop/branches/TileFacts";
import { most, Quantity } from "../../../../shop/cart/AddToCart";
import { CompareButton } from "../../../../shop/comparison/CompareButton";
import { Heart } from "../../../../shop/favourites/Heart";
import { takesOrders } from "../../../../shop/useClosed";
import { BackOnPicture } from "../../../../ui/BackOnPicture";
import { Badge } from "../../../../ui/Badge";
import { cx } from "../../../../ui/cx";
import { Gallery } from "../../../../ui/Gallery";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { Price } from "../../../../ui/Price";
import { Section } from "../../../../ui/Section";
import { useScrolledPast } from "../../../../ui/useScrolledPast";
import { type Choices, choose, firstVariant, variantOf } from "../model";
import { BuyNotices } from "./BuyNotices";
import { DishSkeleton } from "./DishSkeleton";
import { Cheaper } from "./Elsewhere";
import { ProductInCart } from "./InCart";
import { Options } from "./Options";

// The bar appears once the button is out of view.
const BuyBar = part(() => import("./BuyBar"));
const Dish = part(() => import("./Dish"));
const DishNote = part(() => import("./DishNote"));

interface BuyProps {
  product: Product;
  branch: string | undefined;
  /** Further content, below the button. */
  children?: ReactNode;
}

/** A description up to this length is shown below the name, a longer one next to it or further below. */
const briefly = 140;

/** The choices by product id, kept because signing in renders the page again. Only presses set them. */
const chosen = new Map<string, Choices>();

/** The product's name, price and description, and the button that adds it to the cart. */
export function Buy({ product, branch, children }: BuyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choices, setChoices] = useState(() => {
    const before = chosen.get(product.id);
    // The product's variants may have changed since.
    if (before && variantOf(product, before)) return before;
    return firstVariant(product)?.choices ?? {};
  });
  const variant = variantOf(product, choices) ?? firstVariant(product);
  const price = variant ?? product;
  const picture = variant?.image ?? product.images[0] ?? product.image;
  // The images of all variants are rendered from the start: choosing one scrolls to its image without a layout shift.
  const [first] = useState(picture);
  const all = [first, ...product.images, ...product.variants.flatMap(({ image }) => image ?? [])];
  const pictures = [...new Map(all.map((one) => [one.src, one])).values()];
  // On phones its background is as wide as the screen.
  const place =
    "max-md:justify-self-stretch max-sm:-mx-4 max-sm:-mt-2 max-sm:rounded-none md:row-span-2";
  const sizes = "(min-width: 48rem) 27.5rem, 15rem";
  const own = product.offers.find((one) => one.branch.id === product.branch.id)?.branch;
  const { past, button } = useScrolledPast();
  const brief = product.description.length <= briefly;
  const canBuy =
    Boolean(variant?.available) && product.branch.delivers !== false && takesOrders(product.branch);
  // Not on the server, which does not request the extras.
  const { ready } = useScope();
  const dish = canBuy && variant && product.extras;
  const quantity = canBuy &&
    variant &&
    !product.extras && {
      line: {
        service: product.service.id,
        variant: variant.id,
        name: format.words(variant.name ? `${product.name} · ${variant.name}` : product.name),
        branch,
      },
      grams: product.unit_grams,
      min: product.min_qty,
      step: product.step_qty,
      max: most(product.max_qty, variant.stock_left),
      label: t("cart:add_for", {
        // The first press adds the minimum quantity; weighed products are priced by the kilogram.
        price: format.money(
          price.price * (product.unit_grams > 0 ? 1 : product.min_qty),
          product.currency,
          product.unit_grams,
        ),
      }),
      primary: true,
      wide: true,
    };
  const buy = quantity && <Quantity {...quantity} />;
  return (
    <div className="relative grid grid-cols-1 items-start gap-3 md:grid-cols-2 md:gap-x-8 md:gap-y-6 lg:grid-cols-[27.5rem_minmax(0,1fr)]">
      <BackOnPicture
        to={paths.branch(product.branch.slug)}
        label={product.branch.name}
        className="start-0 md:hidden"
      />
      {pictures.length > 1 ? (
        <Gallery
          pictures={pictures}
          shown={picture.src}
          name={product.name}
          labelOf={(place) =>
            `${product.name} ${format.number(place + 1)}/${format.number(pictures.length)}`
          }
          sizes={sizes}
          tint={product.tint}
          className={place}
        />
      ) : (
        <Picture
          src={picture.src}
          srcset={picture.srcset}
          sizes={sizes}
          name={product.name}
          alt={product.name}
          width={picture.width}
          height={picture.height}
          tint={product.tint}
          priority
          className={cx("shared-picture max-md:h-60", place)}
        />
      )}
      <div className="flex flex-col gap-4 lg:rounded-card lg:bg-card lg:p-6 lg:shadow-soft">
        <div className="flex flex-col gap-1 sm:gap-2">
          <div className="flex items-start gap-3">
            <h1 className="min-w-0 flex-1 pt-1 text-2xl leading-tight font-semibold text-balance sm:text-3xl">
              <Words>{product.name}</Words>
            </h1>
            <Heart kind="product" id={product.id} name={product.name} look="card" />
          </div>
          {variant && !variant.name && product.pack && (
            <p className="text-muted">
              <Words>{product.pack}</Words>
            </p>
          )}
          {brief && product.description && (
            <p className="text-muted text-pretty">
              <Isolate>{product.description}</Isolate>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Price
              size="lg"
              price={format.price(price.price, product.currency, product.unit_grams)}
              old={price.old_price === null ? undefined : format.price(price.old_price)}
              oldLabel={t("catalog:old_price")}
            />
            {product.discount_percent !== null && price.old_price !== null && (
              <Badge tone="offer">
                {t("catalog:discount", { percent: format.number(product.discount_percent) })}
              </Badge>
            )}
            <ProductInCart product={product} {...(quantity && { except: quantity.line.variant })} />
          </div>
          <Cheaper product={product} />
          {product.vat_percent !== null && (
            <p className="text-sm text-muted">
              {product.vat_percent > 0
                ? t("catalog:vat", { percent: format.number(product.vat_percent) })
                : t("catalog:no_vat")}
            </p>
          )}
        </div>
        <Options
          product={product}
          choices={choices}
          onChoose={(option, value) => {
            const now = choose(product, choices, option, value);
            chosen.set(product.id, now);
            setChoices(now);
          }}
        />
        <BuyNotices product={product} soldOut={!variant?.available} />
        {dish &&
          (ready ? (
            <Suspense fallback={<DishSkeleton />}>
              <Dish key={variant.id} product={product} variant={variant} branch={branch} />
            </Suspense>
          ) : (
            <DishSkeleton />
          ))}
        {buy && (
          <div ref={button} className="flex flex-col gap-2 lg:max-w-md">
            {buy}
            {quantity && product.min_qty > 1 && (
              <p className="text-sm text-muted">
                {t("catalog:minimum_qty", {
                  count: format.amount(product.min_qty, product.unit_grams),
                })}
              </p>
            )}
            {quantity && product.step_qty > 1 && (
              <p className="text-sm text-muted">
                {t("catalog:step_qty", {
                  step: format.amount(product.step_qty, product.unit_grams),
                })}
              </p>
            )}
            {quantity && variant.stock_left !== null && (
              <p className="text-sm font-medium text-trouble-text">
                {product.unit_grams > 0
                  ? t("cart:at_most_weight", {
                      weight: format.amount(variant.stock_left, product.unit_grams),
                    })
                  : t("catalog:left", { count: variant.stock_left })}
              </p>
            )}
            {product.tint === "food" && ready && (
              <Suspense fallback={null}>
                <DishNote product={product} variant={variant.id} />
              </Suspense>
            )}
          </div>
        )}
        {past && buy && (
          <Suspense fallback={null}>
            <BuyBar product={product}>{buy}</BuyBar>
          </Suspense>
        )}
      </div>
      <div className="flex flex-col gap-4 md:col-start-2 lg:gap-6">
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm lg:rounded-card lg:bg-card lg:px-6 lg:py-4 lg:shadow-soft">
          <div>
            <Link
              to={paths.branch(product.branch.slug)}
              className="inline-flex min-h-11 items-center"
            >
              {t("catalog:sold_by", { branch: product.branch.name })}
            </Link>
            {own && own.delivers !== false && <TileFacts branch={own} />}
          </div>
          <CompareButton product={product} />
        </div>
        {product.returns.text && (
          <p className="flex gap-2 text-sm text-muted lg:px-6">
            <Icon name="undo" className="mt-0.5 size-4 shrink-0" />
            <Words>{product.returns.text}</Words>
          </p>
        )}
        {!brief && (
          <Section title={t("catalog:description")}>
            <p className="max-w-prose whitespace-pre-line text-pretty">
              <Isolate>{product.description}</Isolate>
            </p>
          </Section>
        )}
        {children}
      </div>
    </div>
  );
}
