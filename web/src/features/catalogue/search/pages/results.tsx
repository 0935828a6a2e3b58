import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Page } from "../../../../api/query";
import type { ProductCard, Service } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { inLanguage, paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { Trans, useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { useFormat } from "../../../../lib/useFormat";
import { servicesQuery } from "../../../../shop/branches/api";
import { BranchLine } from "../../../../shop/branches/BranchLine";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { typeInHeader } from "../../../../shop/focusSearch";
import { Filters } from "../../../../shop/products/Filters";
import { FiltersBeside } from "../../../../shop/products/FiltersBeside";
import type { Facets } from "../../../../shop/products/filterTypes";
import { NotHere } from "../../../../shop/products/NotHere";
import { ProductGrid } from "../../../../shop/products/ProductGrid";
import { type AwayProps, ProductList } from "../../../../shop/products/ProductList";
import { Button } from "../../../../ui/Button";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { Fold } from "../../../../ui/Fold";
import { Icon } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { searchList } from "../api";
import { AreaOffer } from "../components/AreaOffer";
import { keepSearch } from "../recent";
import { resultsOf } from "../results";

/** With fewer available products than this, the list ends before the screen does: popular products follow. */
const few = 6;

const sorts = ["relevance", "popular", "newest", "price_asc", "price_desc"];
const path = paths.searchResults;

function ResultsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = usePage();
  const scope = useScope();
  const list = useInfiniteQuery(searchList(scope, query));
  const services = useQuery(servicesQuery(scope)).data ?? [];
  const first = list.data?.pages[0];
  const extra = first?.extra ?? {};
  const text = query.get("q");
  const service = query.get("service_id");
  const { facets } = extra;
  const onlyNear = extra.only_near === true;
  const filters = { path, query, sorts, total: first?.meta.total, facets };
  // No results for these words, or only similar ones elsewhere: there is nothing to filter. If filters cause the empty
  // result, they stay visible.
  const empty = first?.meta.total === 0 || (onlyNear && facets?.delivered === 0);
  const nothing =
    empty &&
    !["category_id", "store_id", "price_min", "price_max", "in_stock", "offer", "service_id"].some(
      (name) => query.has(name),
    );
  const little =
    first !== undefined &&
    first.meta.total <= first.items.length &&
    first.items.filter((one) => one.branch.delivers !== false).length < few;
  const named = extra.branches ?? [];
  const sellers = extra.sellers ?? [];
  const { named: exact, similar, others } = byNearness(list.data?.pages ?? []);
  const seen = facets?.delivered ?? first?.meta.total;
  const noneHere = exact.length > 0 && exact.every((one) => one.branch.delivers === false);
  const similarHere = similar.length > 0 && (
    <Similar count={similar.length}>
      <ProductGrid
        products={similar}
        showBranch
        beside
        action={(product) => <AddToCart product={product} />}
      />
    </Similar>
  );
  const away = named.filter((one) => one.delivers === false);
  // A store with that name is a result, and precedes those that do not deliver here.
  const here = named.length > away.length;
  const area = extra.area && <AreaOffer area={extra.area} inStrip={here} />;
  const strip = (branches: typeof named, lead?: ReactNode) => (
    <ul className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:px-6">
      {lead && <li className="shrink-0">{lead}</li>}
      {branches.map((branch) => (
        <li key={branch.id} className="shrink-0">
          <BranchLine branch={branch} />
        </li>
      ))}
    </ul>
  );
  const elsewhere = away.length > 0 && (
    <Fold
      as="h2"
      title={
        <>
          {t("search:branches_away")} <bdi>({format.number(away.length)})</bdi>
        </>
      }
      open={nothing && !here}
    >
      {strip(away)}
    </Fold>
  );
  const corrected = onlyNear ? null : extra.corrected;
  // The count of visible products: those not delivered here are folded, with a separate count.
  const delivered = nothing ? 0 : seen && seen - similar.length;
  return (
    <Container className="flex flex-col gap-1.5 py-2 sm:gap-4 sm:py-6">
      <QueryField text={text} />
      <Heading
        text={corrected ?? text}
        total={delivered}
        hidden={nothing}
        quiet={Boolean(extra.corrected) || onlyNear}
      />
      {corrected && (
        // On phones the heading is for screen readers only; one line shows the words and the count.
        <p aria-hidden="true" className="leading-6 text-muted md:hidden">
          <Trans
            t={t}
            i18nKey="search:corrected"
            values={{ words: corrected }}
            components={{ strong: <strong className="text-ink" /> }}
          />
          {delivered !== undefined && delivered > 0 && (
            <span className="whitespace-nowrap">
              {" · "}
              {t("search:count", { count: delivered, shown: format.number(delivered) })}
            </span>
          )}
        </p>
      )}
      {!here && area}
      {here && (
        <Section title={t("search:branches")} titleHidden>
          {strip(
            named.filter((one) => one.delivers !== false),
            area,
          )}
        </Section>
      )}
      {nothing && !here && elsewhere}
      {nothing ? (
        !extra.area && named.length === 0 && <Empty text={text} services={services} />
      ) : (
        <Filters {...filters} beside>
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
      )}
      {nothing ? (
        <>
          <Popular />
          {here && elsewhere}
        </>
      ) : (
        <FiltersBeside filters={filters}>
          {onlyNear ? (
            <h2 className="leading-6">{t("search:only_near", { words: text })}</h2>
          ) : noneHere ? (
            <>
              <Notice
                tone="warning"
                icon="pin"
                title={t("search:none_here", { words: text })}
                action={
                  <Button size="sm" onClick={() => openDialog("location", {})}>
                    {t("branches:change_place")}
                  </Button>
                }
              />
              {sellers.length > 0 && (
                <Section title={t("search:sellers")} className="gap-1">
                  {strip(sellers)}
                </Section>
              )}
              {similarHere}
            </>
          ) : (
            <h2 className="sr-only">{t("catalog:products")}</h2>
          )}
          <ProductList
            list={list.data ? { ...list, data: { ...list.data, pages: others } } : list}
            showBranch
            beside
            Away={noneHere ? NotHereSaid : NotHere}
            delivered={facets?.delivered && facets.delivered - similar.length}
            action={(product) => <AddToCart product={product} />}
            empty={{
              title: t("search:empty", { words: text }),
              text: t("search:empty_text"),
              to: paths.home,
              label: t("search:empty_action"),
            }}
          />
          {!noneHere && similarHere}
          {elsewhere}
          {little && <Popular found={first.items} categories={facets?.categories} beside />}
        </FiltersBeside>
      )}
    </Container>
  );
}

type Found = Page<ProductCard, { near: string[] }>;

/**
 * Separates similar results that are delivered here from exact ones, and returns the pages without them. If there are
 * only similar results, they are not separated.
 */
function byNearness(pages: readonly Found[]) {
  const near = new Set(pages.flatMap(({ extra }) => extra.near ?? []));
  const items = pages.flatMap((page) => page.items);
  const named = items.filter(({ id }) => !near.has(id));
  const similar = named.length
    ? items.filter((one) => near.has(one.id) && one.branch.delivers !== false)
    : [];
  const others = pages.map((page) => ({
    ...page,
    items: page.items.filter((one) => !similar.includes(one)),
    meta: { ...page.meta, total: page.meta.total - similar.length },
  }));
  return { named, similar, others };
}

/** Similar results, under a heading that identifies them as such. */
function Similar({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className="flex flex-col gap-2 sm:mt-4">
      <h2 className="text-lg leading-7 font-semibold">
        {t("search:similar")} <bdi>({format.number(count)})</bdi>
      </h2>
      {children}
    </section>
  );
}

const NotHereSaid = (props: AwayProps) => <NotHere {...props} said />;

/** Nothing was found: a short message with links to the services; popular products follow directly below. */
function Empty({ text, services }: { text: string; services: readonly Service[] }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h2 className="text-lg leading-7 font-semibold text-balance">
          {t("search:empty", { words: text })}
        </h2>
        <p className="leading-6 text-muted">{t("search:empty_text")}</p>
      </div>
      <nav aria-label={t("home:services")} className="flex flex-wrap gap-2">
        {services.map((one) => (
          <Chip
            key={one.id}
            label={one.name}
            to={`${paths.home}?service_id=${encodeURIComponent(one.slug)}`}
          />
        ))}
      </nav>
    </div>
  );
}

/** Few or no results: popular products here, without those already shown above. */
function Popular({
  found = [],
  categories = [],
  beside = false,
}: {
  found?: readonly ProductCard[];
  /** The categories of the results, with their parent categories. */
  categories?: Facets["categories"] | undefined;
  /** Shown in the list's column. */
  beside?: boolean;
}) {
  const { t } = useTranslation();
  // Shows products of a matching kind: dishes with a dish, electronics with headphones.
  let category = found[0]?.category.id ?? null;
  for (let up = category; up; up = categories.find(({ id }) => id === up)?.parent_id ?? null) {
    category = up;
  }
  const alike = new Query("?sort=popular").with({ category_id: category });
  const list = useInfiniteQuery(searchList(useScope(), alike));
  const products = (list.data?.pages[0]?.items ?? []).filter(
    (one) =>
      one.available &&
      one.branch.delivers !== false &&
      !one.branch.is_closed &&
      !found.some(({ id }) => id === one.id),
  );
  if (products.length === 0) return null;
  return (
    <Section title={t("search:popular")} className="gap-2 sm:mt-4">
      <ProductGrid
        products={products.slice(0, 12)}
        showBranch
        beside={beside}
        action={(product) => <AddToCart product={product} />}
      />
    </Section>
  );
}

/** For phones, whose header has no open search field: the search words, editable on the page. */
function QueryField({ text }: { text: string }) {
  const { t } = useTranslation();
  const { lang } = useScope();
  const navigate = useNavigate();
  const service = useSelectedService();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(text);
  useEffect(() => setWords(text), [text]);
  return (
    <search className="block md:hidden">
      <form
        action={inLanguage(lang, path)}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = words.trim();
          if (wanted === "") {
            input.current?.focus();
            return;
          }
          input.current?.blur();
          keepSearch(wanted);
          navigate(resultsOf(wanted, service));
        }}
        className="flex h-11 items-center rounded-full border border-control bg-card ps-4 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-go"
      >
        <Icon name="search" className="text-muted" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          name="q"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir={words ? "auto" : undefined}
          aria-label={t("search:label")}
          placeholder={t("search:placeholder")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          // Touch devices get the header's search, which suggests while typing.
          onMouseDown={typeInHeader}
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-base outline-none placeholder:text-muted ltr:text-left [&::-webkit-search-cancel-button]:hidden rtl:text-right"
        />
        {words !== "" && (
          <button
            type="button"
            aria-label={t("search:clear")}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setWords("");
              input.current?.focus();
            }}
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink"
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </form>
    </search>
  );
}

function Heading({
  text,
  total,
  hidden,
  quiet,
}: {
  text: string;
  total: number | undefined;
  /** The message below is sufficient. */
  hidden: boolean;
  /** The line below mentions the results. */
  quiet: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h1
        className={
          hidden
            ? "sr-only"
            : "text-xl leading-8 font-semibold text-balance max-md:sr-only sm:text-2xl"
        }
      >
        {text ? t("search:heading", { words: text }) : t("search:heading_all")}
      </h1>
      {total !== undefined && (
        // With no results, the message below shows it together with links.
        <p
          role="status"
          className={total === 0 ? "sr-only" : quiet ? "text-muted max-md:sr-only" : "text-muted"}
        >
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
