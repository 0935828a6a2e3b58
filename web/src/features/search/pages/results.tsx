import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { Trans, useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { servicesQuery } from "../../../shop/branches/api";
import { BranchCard } from "../../../shop/branches/BranchCard";
import { AddToCart } from "../../../shop/cart/AddToCart";
import { Filters } from "../../../shop/products/Filters";
import { ProductList } from "../../../shop/products/ProductList";
import { useGoTo } from "../../../shop/products/useGoTo";
import { Chip } from "../../../ui/Chip";
import { Container } from "../../../ui/Container";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { searchList } from "../api";
import { PriceFilter } from "../components/PriceFilter";

const sorts = ["relevance", "popular", "newest", "price_asc", "price_desc"];
const path = paths.searchResults;

function ResultsPage() {
  const { t } = useTranslation();
  const { query } = usePage();
  const scope = useScope();
  const goTo = useGoTo();
  const list = useInfiniteQuery(searchList(scope, query));
  const services = useQuery(servicesQuery(scope)).data ?? [];
  const first = list.data?.pages[0];
  const extra = first?.extra ?? {};
  const text = query.get("q");
  const service = query.get("service_id");
  return (
    <Container className="flex flex-col gap-5 py-4 sm:py-6">
      <Heading text={text} total={first?.meta.total} />
      {extra.corrected && (
        <Notice>
          <Trans
            t={t}
            i18nKey="search:corrected"
            values={{ words: extra.corrected, typed: text }}
            components={{ strong: <strong /> }}
          />
        </Notice>
      )}
      {services.length > 0 && (
        <nav
          aria-label={t("search:services")}
          className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4"
        >
          <Chip
            label={t("search:everywhere")}
            to={path + query.with({ service_id: null, category_id: null, page: null })}
            selected={service === ""}
          />
          {services.map((one) => (
            <Chip
              key={one.id}
              label={one.name}
              to={path + query.with({ service_id: one.slug, category_id: null, page: null })}
              selected={service === one.slug || service === one.id}
            />
          ))}
        </nav>
      )}
      {extra.branches && extra.branches.length > 0 && (
        <Section title={t("search:branches")}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {extra.branches.map((branch) => (
              <li key={branch.id}>
                <BranchCard branch={branch} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Filters
        path={path}
        query={query}
        sorts={sorts}
        onSort={goTo}
        categories={extra.facets?.categories ?? []}
        stores={extra.facets?.stores ?? []}
      />
      {extra.facets && extra.facets.price.max > extra.facets.price.min && (
        <PriceFilter
          path={path}
          query={query}
          min={extra.facets.price.min}
          max={extra.facets.price.max}
          onApply={goTo}
        />
      )}
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
    </Container>
  );
}

function Heading({ text, total }: { text: string; total: number | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div>
      <h1 className="text-2xl font-semibold text-balance">
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
