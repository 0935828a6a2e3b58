import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { BranchCard, Product } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { breadcrumbList } from "../../../lib/structured";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { servicesQuery } from "../../../shop/branches/api";
import { AddToCart, most, Quantity } from "../../../shop/cart/AddToCart";
import { cartPath } from "../../../shop/cart/model";
import { useCart } from "../../../shop/cart/useCart";
import { CompareButton } from "../../../shop/comparison/CompareButton";
import { Heart } from "../../../shop/favourites/Heart";
import { productQuery } from "../../../shop/products/api";
import { ProductRow } from "../../../shop/products/ProductGrid";
import { Badge } from "../../../ui/Badge";
import { BottomBar } from "../../../ui/BottomBar";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { Gallery } from "../../../ui/Gallery";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { Picture } from "../../../ui/Picture";
import { Price } from "../../../ui/Price";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import type { Tint } from "../../../ui/tint";
import { reviewsList } from "../../ratings/api";
import { Reviews } from "../../ratings/components/Reviews";
import { Options } from "../components/Options";
import { choose, firstVariant, variantOf } from "../model";

function ProductPage() {
  const { t } = useTranslation();
  const { params, query } = usePage();
  const scope = useScope();
  const asked = useQuery(productQuery(scope, params.id, query.get("branch_id")));
  const services = useQuery(servicesQuery(scope)).data;
  return (
    <Loaded
      query={asked}
      texts="catalog"
      failed={t("catalog:product_failed")}
      level={1}
      skeleton={
        <Container className="py-6">
          <SkeletonGroup label={t("catalog:loading")} className="grid gap-8 md:grid-cols-2">
            <Skeleton shape="tile" />
            <Skeleton shape="block" className="h-96" />
          </SkeletonGroup>
        </Container>
      }
    >
      {(product) => (
        <ProductBody
          key={product.id + product.branch.id}
          product={product}
          tint={services?.find((one) => one.id === product.service.id)?.tint ?? "neutral"}
        />
      )}
    </Loaded>
  );
}

function ProductBody({ product, tint }: { product: Product; tint: Tint }) {
  const { t } = useTranslation();
  const { params, query } = usePage();
  const branch = query.get("branch_id") ? product.branch.id : undefined;
  return (
    <Container className="flex flex-col gap-4 py-2 sm:gap-8 sm:py-5">
      <Breadcrumbs
        label={t("catalog:crumbs")}
        items={[
          { label: product.service.name, to: `${paths.home}?service_id=${product.service.slug}` },
          ...product.breadcrumbs.map((one) => ({
            label: one.name,
            to: paths.category(one.slug),
          })),
          { label: product.name },
        ]}
      />
      <Buy product={product} tint={tint} branch={branch} />
      {product.attributes.length > 0 && (
        <Section title={t("catalog:details")}>
          <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-8 gap-y-2">
            {product.attributes.map((one) => (
              <div key={one.name} className="contents">
                <dt className="text-muted">{one.name}</dt>
                <dd>
                  <Words>{one.value}</Words>
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      <Reviews subject="products" id={params.id} />
      {product.related.length > 0 && (
        <Section title={t("catalog:related")}>
          <ProductRow
            products={product.related}
            tint={tint}
            action={(one) => <AddToCart product={one} branch={branch} />}
          />
        </Section>
      )}
      <Elsewhere product={product} />
    </Container>
  );
}

interface BuyProps {
  product: Product;
  tint: Tint;
  branch: string | undefined;
}

function Buy({ product, tint, branch }: BuyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choices, setChoices] = useState(firstVariant(product)?.choices ?? {});
  const variant = variantOf(product, choices) ?? firstVariant(product);
  const price = variant ?? product;
  const picture = variant?.image ?? product.images[0] ?? product.image;
  const pictures = [picture, ...product.images.filter((one) => one.src !== picture.src)];
  const sizes = "(min-width: 48rem) 45vw, 90vw";
  const { past, button } = useScrolledPast();
  const canBuy = Boolean(variant?.available) && product.branch.delivers !== false;
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-10">
      {pictures.length > 1 ? (
        <Gallery
          key={picture.src}
          pictures={pictures}
          name={product.name}
          labelOf={(place) =>
            `${product.name} ${format.number(place + 1)}/${format.number(pictures.length)}`
          }
          sizes={sizes}
          tint={tint}
          className="mx-auto w-full max-w-60 md:max-w-none"
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
          tint={tint}
          priority
          className="mx-auto w-full max-w-60 md:max-w-none"
        />
      )}
      <div className="flex flex-col gap-4">
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
          </div>
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
          onChoose={(option, value) => setChoices(choose(product, choices, option, value))}
        />
        <BuyNotices product={product} soldOut={!variant?.available} />
        {canBuy && variant && product.extras && (
          <div ref={button}>
            <Button
              variant="primary"
              wide
              aria-haspopup="dialog"
              onClick={() =>
                openDialog("options", {
                  product: product.slug,
                  name: format.words(product.name),
                  branch: product.branch.id,
                  variant: variant.id,
                })
              }
            >
              {t("catalog:choose_extras")}
            </Button>
          </div>
        )}
        {canBuy && variant && !product.extras && (
          <div ref={button} className="flex flex-col gap-2">
            <Quantity
              line={{
                service: product.service.id,
                variant: variant.id,
                name: format.words(
                  variant.name ? `${product.name} · ${variant.name}` : product.name,
                ),
                branch,
              }}
              grams={product.unit_grams}
              min={product.min_qty}
              step={product.step_qty}
              max={most(product.max_qty, variant.stock_left)}
              primary
              wide
            />
            {product.min_qty > 1 && (
              <p className="text-sm text-muted">
                {t("catalog:minimum_qty", {
                  count: format.amount(product.min_qty, product.unit_grams),
                })}
              </p>
            )}
            {product.step_qty > 1 && (
              <p className="text-sm text-muted">
                {t("catalog:step_qty", {
                  step: format.amount(product.step_qty, product.unit_grams),
                })}
              </p>
            )}
            {variant.stock_left !== null && (
              <p className="text-sm font-medium text-trouble-text">
                {product.unit_grams > 0
                  ? t("cart:at_most_weight", {
                      weight: format.amount(variant.stock_left, product.unit_grams),
                    })
                  : t("catalog:left", { count: variant.stock_left })}
              </p>
            )}
          </div>
        )}
        {canBuy && variant && !product.extras && past && (
          <BuyBar service={product.service.id}>
            <Quantity
              line={{
                service: product.service.id,
                variant: variant.id,
                name: format.words(
                  variant.name ? `${product.name} · ${variant.name}` : product.name,
                ),
                branch,
              }}
              grams={product.unit_grams}
              min={product.min_qty}
              step={product.step_qty}
              max={most(product.max_qty, variant.stock_left)}
              label={t("cart:add_for", {
                price: format.money(price.price, product.currency, product.unit_grams),
              })}
              primary
              wide
            />
          </BuyBar>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <Link
            to={paths.branch(product.branch.slug)}
            className="inline-flex min-h-11 items-center"
          >
            {t("catalog:sold_by", { branch: product.branch.name })}
          </Link>
          {tint === "general" && <CompareButton product={product} />}
        </div>
        {product.description && (
          <Section title={t("catalog:description")}>
            <p className="max-w-prose whitespace-pre-line text-pretty">{product.description}</p>
          </Section>
        )}
      </div>
    </div>
  );
}

/** Phones: adding it while its button is out of sight, and the cart beside it, in one bar. */
function BuyBar({ service, children }: { service: string; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cart = useCart(service).data;
  const filled = cart && cart.items.length > 0 ? cart : undefined;
  return (
    <BottomBar label={t("catalog:buy")} phoneOnly>
      <div className="min-w-0 flex-1">
        {filled && filled.missing_to_minimum > 0 && filled.branch?.delivers !== false && (
          <p className="pb-1.5 text-sm leading-6">
            {t("cart:missing", {
              amount: format.money(filled.missing_to_minimum, filled.currency),
            })}
          </p>
        )}
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">{children}</div>
          {filled && (
            <ButtonLink
              to={cartPath(service)}
              className="leads-to-cart"
              icon="cart"
              aria-label={t("cart:open_count", { count: filled.items_quantity })}
            >
              {format.money(filled.cart_total, filled.currency)}
            </ButtonLink>
          )}
        </div>
      </div>
    </BottomBar>
  );
}

/** Whether something on the page has been scrolled out of sight, upwards or not reached yet. */
function useScrolledPast() {
  const [past, setPast] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = button.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      // Half a button under the bars is as good as none.
      (entries) => setPast((entries.at(-1)?.intersectionRatio ?? 1) < 0.9),
      { rootMargin: "-64px 0px -72px 0px", threshold: [0, 0.9] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { past, button };
}

function BuyNotices({ product, soldOut }: { product: Product; soldOut: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const branch = product.branch.name;
  const own = product.offers.find((one) => one.branch.id === product.branch.id)?.branch;
  const opens = own?.closed_reason === "hours" ? own.opens_at : null;
  if (product.branch.delivers === false) {
    return (
      <Notice tone="trouble" title={t("catalog:not_delivered")}>
        {t("catalog:not_delivered_text", { branch })}
      </Notice>
    );
  }
  if (soldOut) {
    return (
      <Notice tone="trouble" title={t("catalog:unavailable")}>
        {t("catalog:unavailable_text")}
      </Notice>
    );
  }
  if (product.branch.is_closed) {
    return (
      <Notice
        tone="warning"
        icon="clock"
        title={
          opens
            ? t("catalog:closed_until", { branch, time: format.dayTime(Date.parse(opens)) })
            : t("catalog:closed", { branch })
        }
      >
        {t("catalog:closed_text")}
      </Notice>
    );
  }
  if (product.menu) {
    const { name: menu, now, from, to } = product.menu;
    if (from === null || to === null) {
      return <Notice tone="warning" icon="clock" title={t("catalog:menu_none", { menu })} />;
    }
    if (now) {
      return (
        <p className="text-sm text-muted">
          {t("catalog:menu_until", { menu, time: format.dayTime(Date.parse(to)) })}
        </p>
      );
    }
    return (
      <Notice
        tone="warning"
        icon="clock"
        title={t("catalog:menu_from", { menu, time: format.dayTime(Date.parse(from)) })}
      >
        {t("catalog:menu_text")}
      </Notice>
    );
  }
  return null;
}

/** The same thing at the store's other branches, folded: those that deliver here first. */
function Elsewhere({ product }: { product: Product }) {
  const { t } = useTranslation();
  const format = useFormat();
  const others = product.offers.filter(({ branch }) => branch.id !== product.branch.id);
  if (others.length === 0) return null;
  const rank = (one: (typeof others)[number]) =>
    (one.branch.delivers === false ? 2 : 0) + (one.available ? 0 : 1);
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1">
          {t("catalog:elsewhere")}{" "}
          <span className="font-normal text-muted">({format.number(others.length)})</span>
        </h2>
        <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line pb-2 md:grid md:grid-cols-2 md:gap-x-8">
        {others
          .toSorted((a, b) => rank(a) - rank(b))
          .map((offer) => (
            <li key={offer.branch.id} className="relative flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <h3 className="leading-7 font-medium">
                  <Link
                    to={`${paths.product(product.slug)}?branch_id=${offer.branch.id}`}
                    look="cover"
                  >
                    {offer.branch.name}
                  </Link>
                </h3>
                <BranchState branch={offer.branch} available={offer.available} />
              </div>
              <Price
                size="sm"
                price={format.price(offer.price, product.currency, product.unit_grams)}
              />
            </li>
          ))}
      </ul>
    </details>
  );
}

/** What one compares the other branches by: whether it comes here, and how soon. */
function BranchState({ branch, available }: { branch: BranchCard; available: boolean }) {
  const { t } = useTranslation();
  if (branch.delivers === false) {
    return <p className="text-sm leading-6 text-trouble-text">{t("branches:not_here")}</p>;
  }
  return (
    <p className="text-sm leading-6 text-muted">
      {!available
        ? t("catalog:gone")
        : branch.is_closed
          ? t("branches:closed")
          : branch.promise === "minutes"
            ? t("branches:minutes", { count: branch.delivery_minutes ?? 0 })
            : t("branches:days", { count: branch.promise_days })}
    </p>
  );
}

export default definePage({
  queries: ({ scope, params, query }) => [
    productQuery(scope, params.id, query.get("branch_id")),
    servicesQuery(scope),
    reviewsList(scope, "products", params.id),
  ],
  head: ({ read, scope, params, query, t, origin }) => {
    const product = read(productQuery(scope, params.id, query.get("branch_id")));
    if (!product) return { title: t("catalog:description") };
    const path = paths.product(product.slug);
    return {
      title: product.name,
      description: product.description || product.name,
      canonicalPath: path,
      image: product.image.src,
      jsonLd: [
        {
          "@context": "https://schema.org",
          "@type": "Product",
          name: product.name,
          description: product.description,
          image: product.images.map((one) => origin + one.src),
          category: product.category.name,
          offers: {
            "@type": "Offer",
            price: product.price,
            priceCurrency: product.currency,
            ...(product.unit_grams > 0
              ? {
                  priceSpecification: {
                    "@type": "UnitPriceSpecification",
                    price: product.price,
                    priceCurrency: product.currency,
                    unitCode: "KGM",
                  },
                }
              : {}),
            availability: `https://schema.org/${product.available ? "InStock" : "OutOfStock"}`,
            url: origin + path,
            seller: { "@type": "Organization", name: product.branch.name },
          },
          ...(product.rating.count > 0
            ? {
                aggregateRating: {
                  "@type": "AggregateRating",
                  ratingValue: product.rating.average,
                  ratingCount: product.rating.count,
                },
              }
            : {}),
        },
        breadcrumbList(origin, [
          [product.service.name, `${paths.home}?service_id=${product.service.slug}`],
          ...product.breadcrumbs.map((one) => [one.name, paths.category(one.slug)] as const),
          [product.name, path],
        ]),
      ],
    };
  },
  Component: ProductPage,
});
