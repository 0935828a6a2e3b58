import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { CategoryPage as CategoryData } from "../../../../api/types";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { type Scope, useScope } from "../../../../lib/scope";
import { breadcrumbList } from "../../../../lib/structured";
import { useTranslation } from "../../../../lib/translation";
import type { Query } from "../../../../lib/url";
import { Isolate } from "../../../../lib/words";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { categoryQuery, filtersOf, productsList } from "../../../../shop/products/api";
import { Filters } from "../../../../shop/products/Filters";
import { FiltersBeside } from "../../../../shop/products/FiltersBeside";
import { NotHere } from "../../../../shop/products/NotHere";
import { ProductGridSkeleton } from "../../../../shop/products/ProductGrid";
import { ProductList } from "../../../../shop/products/ProductList";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { tintGround } from "../../../../ui/tint";

const sorts = ["popular", "newest", "price_asc", "price_desc"];

const productsOf = (scope: Scope, category: CategoryData, query: Query) =>
  productsList(
    scope,
    { ...filtersOf(query), service_id: category.service_id, category_id: category.id },
    query.int("page", 1),
  );

function CategoryPage() {
  const { params } = usePage();
  return (
    <Loaded
      query={useQuery(categoryQuery(useScope(), params.id))}
      texts="catalog"
      level={1}
      skeleton={
        <Container className="py-6">
          <ProductGridSkeleton />
        </Container>
      }
    >
      {(category) => <CategoryBody category={category} />}
    </Loaded>
  );
}

function CategoryBody({ category }: { category: CategoryData }) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const list = useInfiniteQuery(productsOf(useScope(), category, query));
  const { tint } = category.service;
  const filters = {
    path,
    query,
    sorts,
    total: list.data?.pages[0]?.meta.total,
    within: { service_id: category.service_id, category_id: category.id },
  };
  return (
    <Container className="flex flex-col gap-2 py-2 sm:gap-4 sm:py-5">
      <div>
        <Breadcrumbs
          label={t("catalog:crumbs")}
          items={[
            {
              label: category.service.name,
              to: `${paths.home}?service_id=${category.service.slug}`,
            },
            ...category.breadcrumbs
              .filter((one) => one.id !== category.id)
              .map((one) => ({ label: one.name, to: paths.category(one.slug) })),
            { label: category.name },
          ]}
        />
        <h1 className="text-xl leading-8 font-semibold text-balance sm:text-3xl">
          <Isolate>{category.name}</Isolate>
        </h1>
      </div>
      {category.children.length > 0 && (
        <nav aria-label={t("catalog:subcategories", { category: category.name })}>
          <ul className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:flex-wrap lg:px-0">
            {category.children.map((child) => (
              <li key={child.id} className="shrink-0">
                <Link
                  to={paths.category(child.slug)}
                  look="plain"
                  className={cx(
                    "flex min-h-11 items-center gap-2 rounded-full py-1 ps-1.5 pe-4 text-sm leading-7 font-medium hover:brightness-97",
                    tintGround[tint],
                  )}
                >
                  <img
                    src={child.image.src}
                    alt=""
                    width={36}
                    height={36}
                    className="size-9 object-contain"
                  />
                  <Isolate>{child.name}</Isolate>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Filters {...filters} beside />
      <FiltersBeside filters={filters}>
        <h2 className="sr-only">{t("catalog:products")}</h2>
        <ProductList
          list={list}
          showBranch
          beside
          Away={NotHere}
          action={(product) => <AddToCart product={product} />}
        />
      </FiltersBeside>
    </Container>
  );
}

export default definePage({
  queries: ({ scope, params, query, read }) => {
    const asked = categoryQuery(scope, params.id);
    const category = read(asked);
    return category ? [asked, productsOf(scope, category, query)] : [asked];
  },
  head: ({ read, scope, params, query, t, origin }) => {
    const category = read(categoryQuery(scope, params.id));
    if (!category) return { title: t("catalog:categories") };
    const path = paths.category(category.slug);
    const page = query.int("page", 1);
    return {
      title: category.name,
      description: t("catalog:category_description", { category: category.name }),
      canonicalPath: path,
      canonical: page > 1 ? `?page=${page}` : undefined,
      image: category.image.src,
      jsonLd: __SERVER__
        ? [
            breadcrumbList(origin, [
              [category.service.name, `${paths.home}?service_id=${category.service.slug}`],
              ...category.breadcrumbs
                .filter((one) => one.id !== category.id)
                .map((one) => [one.name, paths.category(one.slug)] as const),
              [category.name, path],
            ]),
          ]
        : undefined,
    };
  },
  Component: CategoryPage,
});
