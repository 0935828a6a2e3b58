import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { Trans, useTranslation } from "../../../lib/translation";
import { Query } from "../../../lib/url";
import { useFormat } from "../../../lib/useFormat";
import { servicesQuery } from "../../../shop/branches/api";
import { BranchLine } from "../../../shop/branches/BranchLine";
import { AddToCart } from "../../../shop/cart/AddToCart";
import { Filters } from "../../../shop/products/Filters";
import { ProductGrid } from "../../../shop/products/ProductGrid";
import { ProductList } from "../../../shop/products/ProductList";
import { Chip } from "../../../ui/Chip";
import { Container } from "../../../ui/Container";
import { Section } from "../../../ui/Section";
import { searchList } from "../api";

const sorts = ["relevance", "popular", "newest", "price_asc", "price_desc"];
const path = paths.searchResults;

function ResultsPage() {
  const { t } = useTranslation();
  const { query } = usePage();
  const scope = useScope();
  const list = useInfiniteQuery(searchList(scope, query));
  const services = useQuery(servicesQuery(scope)).data ?? [];
  const first = list.data?.pages[0];
  const extra = first?.extra ?? {};
  const text = query.get("q");
  const service = query.get("service_id");
  const { facets } = extra;
  return (
    <Container className="flex flex-col gap-2 py-3 sm:gap-4 sm:py-6">
      <Heading text={text} total={first?.meta.total} />
      {extra.corrected && (
        <p className="text-muted">
          <Trans
            t={t}
            i18nKey="search:corrected"
            values={{ words: extra.corrected, typed: text }}
            components={{ strong: <strong className="text-ink" /> }}
          />
        </p>
      )}
      {extra.branches && extra.branches.length > 0 && (
        <Section title={t("search:branches")} titleHidden>
          <ul className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6">
            {extra.branches.map((branch) => (
              <li key={branch.id} className="max-w-72 shrink-0">
                <BranchLine branch={branch} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Filters
        path={path}
        query={query}
        sorts={sorts}
        total={first?.meta.total}
        categories={facets?.categories ?? []}
        stores={facets?.stores ?? []}
        {...(facets ? { price: facets.price } : {})}
      >
        {services.map((one) => {
          const on = service === one.slug || service === one.id;
          return (
            <Chip
              key={one.id}
              label={one.name}
              to={
                path +
                query.with({ service_id: on ? null : one.slug, category_id: null, page: null })
              }
              selected={on}
              removable={on}
            />
          );
        })}
      </Filters>
      <h2 className="sr-only">{t("catalog:products")}</h2>
      <ProductList
        list={list}
        showBranch
        action={(product) => <AddToCart product={product} />}
        empty={{
          title: t("search:empty", { words: text }),
          text: t("search:empty_text"),
          to: paths.home,
          label: t("search:empty_action"),
        }}
      />
      {first?.meta.total === 0 && <Popular />}
    </Container>
  );
}

/** Nothing was found: what others buy here instead. */
function Popular() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(searchList(useScope(), new Query("?sort=popular")));
  const products = (list.data?.pages[0]?.items ?? []).filter(
    (one) => one.available && one.branch.delivers !== false,
  );
  if (products.length === 0) return null;
  return (
    <Section title={t("search:popular")}>
      <ProductGrid
        products={products.slice(0, 12)}
        showBranch
        action={(product) => <AddToCart product={product} />}
      />
    </Section>
  );
}

function Heading({ text, total }: { text: string; total: number | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h1 className="text-xl leading-8 font-semibold text-balance sm:text-2xl">
        {text ? t("search:heading", { words: text }) : t("search:heading_all")}
      </h1>
      {total !== undefined && (
        <p role="status" className="text-muted">
          {t("search:count", { count: total, shown: format.number(total) })}
        </p>
      )}
    </div>
  );
}

export default definePage({
  queries: ({ scope, query }) => [searchList(scope, query), servicesQuery(scope)],
  head: ({ query, t }) => ({
    title: query.get("q")
      ? t("search:heading", { words: query.get("q") })
      : t("search:heading_all"),
    description: t("search:description"),
    noIndex: true,
  }),
  Component: ResultsPage,
});
