import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Branch } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { type Scope, useScope } from "../../../lib/scope";
import { breadcrumbList } from "../../../lib/structured";
import { useTranslation } from "../../../lib/translation";
import type { Query } from "../../../lib/url";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { branchQuery, servicesQuery } from "../../../shop/branches/api";
import { BranchFacts } from "../../../shop/branches/BranchCard";
import { AddToCart } from "../../../shop/cart/AddToCart";
import { Heart } from "../../../shop/favourites/Heart";
import { filtersOf, productsList } from "../../../shop/products/api";
import { Filters } from "../../../shop/products/Filters";
import { ProductList } from "../../../shop/products/ProductList";
import { useGoTo } from "../../../shop/products/useGoTo";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { Button } from "../../../ui/Button";
import { Chip } from "../../../ui/Chip";
import { Container } from "../../../ui/Container";
import { Lattice } from "../../../ui/Lattice";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { Picture } from "../../../ui/Picture";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { type Tint, tintGround } from "../../../ui/tint";
import { reviewsList } from "../../ratings/api";
import { Reviews } from "../../ratings/components/Reviews";
import { OpeningHours } from "../components/OpeningHours";

const sorts = ["popular", "newest", "price_asc", "price_desc"];

const productsOf = (scope: Scope, branch: Branch, query: Query) =>
  productsList(
    scope,
    { ...filtersOf(query), service_id: branch.service.id, branch_id: branch.id },
    query.int("page", 1),
  );

function BranchPage() {
  const { t } = useTranslation();
  const { params } = usePage();
  return (
    <Loaded
      query={useQuery(branchQuery(useScope(), params.id))}
      texts="branches"
      failed={t("branches:branch_failed")}
      level={1}
      skeleton={<BranchSkeleton label={t("branches:loading")} />}
    >
      {(branch) => <BranchBody branch={branch} />}
    </Loaded>
  );
}

function BranchBody({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const { params } = usePage();
  const services = useQuery(servicesQuery(useScope())).data;
  const tint: Tint = services?.find((one) => one.id === branch.service.id)?.tint ?? "neutral";
  return (
    <>
      <BranchHead branch={branch} tint={tint} />
      <Container className="flex flex-col gap-8 py-6">
        <BranchNotices branch={branch} />
        <Products branch={branch} tint={tint} />
        <Reviews subject="branches" id={params.id} />
        <div className="grid gap-8 md:grid-cols-2">
          <Section title={t("branches:hours")}>
            <OpeningHours branch={branch} />
          </Section>
          {branch.zones.length > 0 && <Zones branch={branch} />}
        </div>
      </Container>
    </>
  );
}

function BranchHead({ branch, tint }: { branch: Branch; tint: Tint }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={`relative isolate overflow-hidden ${tintGround[tint]}`}>
      <Lattice size={64} fade="start" className="-z-10" />
      <Container className="flex flex-col gap-3 py-4">
        <Breadcrumbs
          label={t("branches:crumbs")}
          items={[
            { label: t("catalog:home"), to: paths.home },
            {
              label: branch.service.name,
              to: `${paths.branchesResults}?service_id=${branch.service.slug}`,
            },
            { label: branch.name },
          ]}
        />
        {/* From the top, the heart beside it: a browser that shows half of a document moves nothing when the rest comes. */}
        <div className="relative flex items-start gap-4 pe-13 pb-2 sm:gap-6">
          <Picture
            src={branch.image.src}
            alt=""
            width={branch.image.width}
            height={branch.image.height}
            tint="card"
            priority
            className="size-24 shrink-0 sm:size-32"
          />
          <div className="flex min-w-0 flex-col gap-1.5">
            <h1 className="text-2xl leading-tight font-semibold text-balance sm:text-3xl">
              {branch.name}
            </h1>
            <BranchFacts branch={branch} />
            <p className="text-sm text-muted">
              <Words>{branch.address}</Words>{" "}
              <Link to={`tel:${branch.phone}`} aria-label={t("branches:call")}>
                <bdi dir="ltr">{format.phone(branch.phone)}</bdi>
              </Link>
            </p>
          </div>
          <Heart
            kind="branch"
            id={branch.id}
            name={branch.name}
            look="card"
            className="absolute end-0 top-0"
          />
        </div>
        {branch.about && <p className="max-w-prose pb-2 text-pretty">{branch.about}</p>}
      </Container>
    </div>
  );
}

function BranchNotices({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  if (branch.delivers === false) {
    return (
      <Notice
        tone="trouble"
        title={t("branches:not_here_notice")}
        action={
          <Button size="sm" onClick={() => openDialog("location", {})}>
            {t("branches:change_place")}
          </Button>
        }
      >
        {t("branches:not_here_text")}
      </Notice>
    );
  }
  if (branch.is_closed) {
    return (
      <Notice tone="warning" icon="clock" title={t("branches:closed_notice")}>
        {branch.closed_note && <p>{branch.closed_note}</p>}
        {t(branch.opens_at ? "branches:closed_notice_text" : "branches:closed_notice_open_end")}
      </Notice>
    );
  }
  return null;
}

function Products({ branch, tint }: { branch: Branch; tint: Tint }) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const goTo = useGoTo();
  const list = useInfiniteQuery(productsOf(useScope(), branch, query));
  const category = query.get("category_id");
  return (
    <Section title={t("branches:products")}>
      <nav
        aria-label={t("catalog:categories")}
        className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 pb-1"
      >
        <Chip
          label={t("branches:all_products")}
          to={path + query.with({ category_id: null, page: null }).toString()}
          selected={category === ""}
        />
        {branch.categories.map((one) => (
          <Chip
            key={one.id}
            label={one.name}
            to={path + query.with({ category_id: one.id, page: null }).toString()}
            selected={category === one.id || category === one.slug}
          />
        ))}
      </nav>
      <Filters path={path} query={query} sorts={sorts} onSort={goTo} />
      <ProductList
        list={list}
        tint={tint}
        branch={branch.id}
        action={(product) => <AddToCart product={product} branch={branch.id} />}
      />
    </Section>
  );
}

function Zones({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t("branches:zones")}>
      <ul className="flex flex-wrap gap-2">
        {branch.zones.map((zone) => (
          <li key={zone.district.id} className="rounded-full bg-tint px-3 py-1 text-sm">
            {zone.fee === 0
              ? t("branches:zone_free", { district: zone.district.name })
              : t("branches:zone_fee", {
                  district: zone.district.name,
                  fee: format.money(zone.fee),
                })}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BranchSkeleton({ label }: { label: string }) {
  return (
    <Container className="py-6">
      <SkeletonGroup label={label} className="flex flex-col gap-6">
        <Skeleton shape="block" className="h-40" />
        <Skeleton shape="block" className="h-80" />
      </SkeletonGroup>
    </Container>
  );
}

const dayNames = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

export default definePage({
  queries: ({ scope, params, query, read }) => {
    const asked = branchQuery(scope, params.id);
    const branch = read(asked);
    const services = servicesQuery(scope);
    const first = [asked, services, reviewsList(scope, "branches", params.id)];
    return branch ? [...first, productsOf(scope, branch, query)] : first;
  },
  head: ({ read, scope, params, t, origin }) => {
    const branch = read(branchQuery(scope, params.id));
    if (!branch) return { title: t("branches:title") };
    const url = `${origin}${paths.branch(branch.slug)}`;
    return {
      title: branch.name,
      description: t("branches:branch_description", { branch: branch.name }),
      canonicalPath: paths.branch(branch.slug),
      image: branch.image.src,
      jsonLd: [
        {
          "@context": "https://schema.org",
          "@type": "LocalBusiness",
          name: branch.name,
          url,
          image: `${origin}${branch.image.src}`,
          telephone: branch.phone,
          address: {
            "@type": "PostalAddress",
            streetAddress: branch.address,
            addressLocality: branch.district.name,
            addressCountry: "EG",
          },
          geo: { "@type": "GeoCoordinates", latitude: branch.lat, longitude: branch.lng },
          openingHoursSpecification: branch.hours.map((one) => ({
            "@type": "OpeningHoursSpecification",
            dayOfWeek: `https://schema.org/${dayNames[one.day]}`,
            opens: one.open,
            // As search engines want the end of a day said.
            closes: one.close === "24:00" ? "23:59" : one.close,
          })),
          ...(branch.rating.count > 0
            ? {
                aggregateRating: {
                  "@type": "AggregateRating",
                  ratingValue: branch.rating.average,
                  ratingCount: branch.rating.count,
                },
              }
            : {}),
        },
        breadcrumbList(origin, [
          [t("catalog:home"), paths.home],
          [branch.service.name, `${paths.branchesResults}?service_id=${branch.service.slug}`],
          [branch.name, paths.branch(branch.slug)],
        ]),
      ],
    };
  },
  Component: BranchPage,
});
