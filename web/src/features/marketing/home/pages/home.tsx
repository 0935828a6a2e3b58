import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BranchCard } from "../../../../api/types";
import { writeService } from "../../../../lib/cookies";
import { spokenIn } from "../../../../lib/lang";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { BranchTile } from "../../../../shop/branches/BranchTile";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { typeInHeader } from "../../../../shop/focusSearch";
import { columnsFrom, ProductColumns } from "../../../../shop/products/ProductColumns";
import { ProductRow } from "../../../../shop/products/ProductRow";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { EmptyState } from "../../../../ui/EmptyState";
import { Fold } from "../../../../ui/Fold";
import { Icon } from "../../../../ui/Icon";
import { Later } from "../../../../ui/Later";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { across, few, Row, type RowList, RowSection } from "../../../../ui/Row";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { homeQuery } from "../api";
import { AgainRow, firstOf, usualOf } from "../components/AgainRow";
import { BannerRow } from "../components/BannerRow";
import { ServiceTabs } from "../components/ServiceTabs";

/**
 * Below the first screen, the browser lays out a row only when it comes near, which saves half of a first visit's work.
 * A placeholder height keeps scroll positions when going back; the padding keeps what the box would clip.
 */
const drawnWhenNear =
  "-m-4 p-4 [content-visibility:auto] [contain-intrinsic-height:auto_26rem] sm:-m-6 sm:p-6 sm:[contain-intrinsic-height:auto_28rem]";

/** Visitors without a place are not promised a delivery. */
function branchesTitle(branches: readonly BranchCard[]): string {
  const open = branches.every((one) => !one.is_closed);
  if (branches[0]?.delivers == null) return open ? "home:branches_open" : "home:branches_all";
  return branches[0].delivers && open ? "home:branches_now" : "home:branches";
}

function HomePage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = usePage();
  const asked = query.get("service_id");
  const home = useQuery(homeQuery(useScope(), asked));
  const service = home.data?.service;
  const [known, setKnown] = useState(0);

  // Only a service in the URL is the customer's choice: without one, home shows the first open service.
  const chosen = asked === "" ? undefined : service;
  useEffect(() => {
    if (chosen) writeService(chosen);
  }, [chosen]);

  if (home.isError && !home.data) {
    return (
      <ReadFailure
        level={1}
        error={home.error}
        title={t("home:failed")}
        retryLabel={t("home:retry")}
        onRetry={() => void home.refetch()}
        retrying={home.isFetching}
      />
    );
  }
  if (!home.data || !service) return <HomeSkeleton />;
  const { services, banners, categories, branches, others, blocks } = home.data;
  const more = (path: string) => (
    <Link to={path} className="-my-1.5 inline-flex min-h-11 items-center">
      {t("home:see_all")}
    </Link>
  );
  const usual = usualOf(blocks);
  const first = firstOf(blocks);
  // Counted without both rows, so that no row changes its layout once the earlier orders have loaded.
  const below = blocks.filter((block) => block !== first && block !== usual);
  // If one open branch sells everything, its own row shows that.
  const alone = branches.length === 1 && !branches[0]?.is_closed;
  const row = (block: (typeof blocks)[number], place: number) => (
    <RowSection title={block.title} spoken={spokenIn(block.lang)} action={more(block.more)}>
      {(list) =>
        // Every other row below the banners has lines, because identical rows are tiring.
        place % 2 === 1 && block.products.length >= columnsFrom ? (
          <ProductColumns list={list} products={block.products} showBranch={!alone} />
        ) : (
          <ProductRow
            list={list}
            products={block.products}
            showBranch={!alone}
            action={(product) => <AddToCart product={product} />}
            eager={block === first ? 3 : 0}
          />
        )
      }
    </RowSection>
  );
  const tiles = (some: readonly BranchCard[], list: RowList, eager = 0) => (
    <Row ref={list} holdsContainers className={few(some.length)}>
      {some.map((branch, place) => (
        <li
          key={branch.id}
          className={cx(
            "w-52 shrink-0 snap-start sm:w-76",
            across(some.length),
            some.length > 3 && "xl:w-[calc((100%-2.25rem)/4)]",
          )}
        >
          <BranchTile
            branch={branch}
            tint={services.find(({ id }) => id === branch.service.id)?.tint}
            eager={place < eager}
            priority={place < eager && place === 0}
          />
        </li>
      ))}
    </Row>
  );
  const away = categories.filter((one) => one.delivers === false);
  const shelves = (some: typeof categories) =>
    some.length > 0 && (
      <ul className="shelves pt-2">
        {some.map((category) => (
          <li key={category.id}>
            <Link
              to={paths.category(category.slug)}
              look="plain"
              className="flex flex-col items-center gap-1.5 text-center text-sm leading-5 font-medium transition-[filter] duration-150 hover:brightness-[0.97] dark:hover:brightness-110"
            >
              <Picture
                src={category.image.src}
                name={category.name}
                alt=""
                width={category.image.width}
                height={category.image.height}
                tint={category.delivers === false ? "neutral" : service.tint}
                className="w-full lg:aspect-auto lg:h-32"
              />
              <Isolate>{category.name}</Isolate>
            </Link>
          </li>
        ))}
      </ul>
    );
  const again = (
    <AgainRow
      service={asked === "" ? "" : service.id}
      tint={service.tint}
      usual={usual}
      known={known}
      onKnown={setKnown}
      more={known ? more(paths.myOrders) : usual && more(usual.more)}
    />
  );
  return (
    <Container className="flex flex-col gap-3 py-2 sm:gap-8 sm:py-6">
      <h1 className="sr-only">{t("home:heading", { service: service.name })}</h1>
      <Link
        to={paths.searchResults}
        look="plain"
        onClick={typeInHeader}
        className="flex h-11 items-center gap-3 rounded-full border border-control bg-card px-4 text-muted md:hidden"
      >
        <Icon name="search" />
        {t("search:placeholder")}
      </Link>
      <ServiceTabs services={services} current={service.id} />
      {branches.length > 0 && (
        <RowSection
          title={t(branchesTitle(branches))}
          action={more(`${paths.branchesResults}?service_id=${service.slug}`)}
        >
          {(list) => tiles(branches, list, 2)}
        </RowSection>
      )}
      {usual && again}
      {first && row(first, 0)}
      {categories.length > 0 && (
        <Section className="gap-1" title={t("home:categories")}>
          {shelves(categories.filter((one) => one.delivers !== false))}
          {away.length > 0 && (
            <Fold
              as="h3"
              title={
                <>
                  {t("branches:not_here")} <bdi>({format.number(away.length)})</bdi>
                </>
              }
            >
              {shelves(away)}
            </Fold>
          )}
        </Section>
      )}
      <BannerRow banners={banners} />
      {/* The popular products are shown once: at the top, until the customer's own orders replace them. */}
      {blocks.map(
        (block) =>
          block !== first &&
          (known || block !== usual) && (
            <Later key={block.id} className={drawnWhenNear}>
              {() => row(block, below.indexOf(block))}
            </Later>
          ),
      )}
      {others.length > 0 && (
        <Later className={drawnWhenNear}>
          {() => <RowSection title={t("home:others")}>{(list) => tiles(others, list)}</RowSection>}
        </Later>
      )}
      {/* If there is no row of popular products to replace, this comes below everything else, so
          that nothing moves. */}
      {!usual && again}
      {blocks.length === 0 && branches.length === 0 && others.length === 0 && (
        <EmptyState icon="store" title={t("home:empty")} text={t("home:empty_text")} />
      )}
    </Container>
  );
}

const three = [0, 1, 2];

function HomeSkeleton() {
  const { t } = useTranslation();
  return (
    <Container className="py-4 sm:py-6">
      <SkeletonGroup label={t("home:loading")} className="flex flex-col gap-8">
        <div className="grid grid-cols-3 gap-2 sm:gap-4">
          {three.map((place) => (
            <Skeleton key={place} shape="block" className="h-28" />
          ))}
        </div>
        <Skeleton shape="block" className="h-40" />
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {three.map((place) => (
            <Skeleton key={place} shape="block" className="h-32" />
          ))}
        </div>
      </SkeletonGroup>
    </Container>
  );
}

export default definePage({
  queries: ({ scope, query }) => [homeQuery(scope, query.get("service_id"))],
  head: ({ read, scope, query, t, origin }) => {
    const home = read(homeQuery(scope, query.get("service_id")));
    return {
      title: home ? t("home:title", { service: home.service.name }) : t("home:title_plain"),
      description: home?.service.tagline ?? t("home:description"),
      canonical: home && query.has("service_id") ? `?service_id=${home.service.slug}` : undefined,
      jsonLd: __SERVER__
        ? [
            {
              "@context": "https://schema.org",
              "@type": "WebSite",
              name: t("shell:brand"),
              url: origin,
              potentialAction: {
                "@type": "SearchAction",
                target: `${origin}${paths.searchResults}?q={query}`,
                "query-input": "required name=query",
              },
            },
          ]
        : undefined,
    };
  },
  Component: HomePage,
});
