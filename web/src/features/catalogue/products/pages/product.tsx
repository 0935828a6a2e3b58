import { useQuery } from "@tanstack/react-query";
import type { Product } from "../../../../api/types";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate, Words } from "../../../../lib/words";
import { BasketBeside } from "../../../../shop/basket/BasketBeside";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { productQuery } from "../../../../shop/products/api";
import { ProductRow } from "../../../../shop/products/ProductRow";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Container } from "../../../../ui/Container";
import { Loaded } from "../../../../ui/Loaded";
import { RowSection } from "../../../../ui/Row";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { reviewsList } from "../../../aftersales/ratings/api";
import { Reviews } from "../../../aftersales/ratings/components/Reviews";
import { insteadPlace } from "../components/Away";
import { Buy } from "../components/Buy";
import { Elsewhere } from "../components/Elsewhere";
import { structured } from "../structured";

function ProductPage() {
  const { t } = useTranslation();
  const { params, query } = usePage();
  const scope = useScope();
  const asked = useQuery(productQuery(scope, params.id, query.get("branch_id")));
  return (
    <Loaded
      query={asked}
      texts="catalog"
      failed={t("catalog:product_failed")}
      level={1}
      skeleton={
        <Container className="py-6">
          <SkeletonGroup label={t("catalog:loading")} className="grid gap-8 md:grid-cols-2">
            <Skeleton shape="tile" className="shared-picture max-md:h-60" />
            <Skeleton shape="block" className="h-96" />
          </SkeletonGroup>
        </Container>
      }
    >
      {(product) => <ProductBody key={product.id + product.branch.id} product={product} />}
    </Loaded>
  );
}

function ProductBody({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { params, query } = usePage();
  const branch = query.get("branch_id") ? product.branch.id : undefined;
  // If the product is not delivered here, products of other branches that are delivered follow.
  const away = product.branch.delivers === false;
  const related = product.related.length > 0 && (
    <RowSection
      title={t(away ? "catalog:instead" : "catalog:related")}
      {...(away ? { id: insteadPlace } : {})}
    >
      {(list) => (
        <ProductRow
          list={list}
          products={product.related}
          showBranch={away}
          beside
          action={(one) => <AddToCart product={one} branch={away ? undefined : branch} />}
        />
      )}
    </RowSection>
  );
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 py-2 sm:py-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-8">
        <div className="max-md:hidden">
          <Breadcrumbs
            label={t("catalog:crumbs")}
            items={[
              {
                label: product.service.name,
                to: `${paths.home}?service_id=${product.service.slug}`,
              },
              ...product.breadcrumbs.map((one) => ({
                label: one.name,
                to: paths.category(one.slug),
              })),
              { label: product.name },
            ]}
          />
        </div>
        <Buy product={product} branch={branch}>
          {product.attributes.length > 0 && (
            <Section title={t("catalog:details")}>
              <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-8 gap-y-2">
                {product.attributes.map((one) => (
                  <div key={one.name} className="contents">
                    <dt className="text-muted">
                      <Isolate>{one.name}</Isolate>
                    </dt>
                    <dd>
                      <Words>{one.value}</Words>
                    </dd>
                  </div>
                ))}
              </dl>
            </Section>
          )}
        </Buy>
        {away && related}
        <Reviews subject="products" id={params.id} />
        {!away && related}
        <Elsewhere product={product} />
      </div>
      <BasketBeside
        service={product.service.id}
        branch={away ? undefined : product.branch.id}
        from={80}
        className="xl:block"
      />
    </Container>
  );
}

export default definePage({
  queries: ({ scope, params, query }) => [
    productQuery(scope, params.id, query.get("branch_id")),
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
      jsonLd: __SERVER__ ? structured(product, origin) : undefined,
    };
  },
  Component: ProductPage,
});
