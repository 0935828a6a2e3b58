import { useQuery } from "@tanstack/react-query";
import type { Branch } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { breadcrumbList } from "../../../../lib/structured";
import { useTranslation } from "../../../../lib/translation";
import { BasketBeside } from "../../../../shop/basket/BasketBeside";
import { branchQuery, servicesQuery } from "../../../../shop/branches/api";
import { BranchFacts, OpenState } from "../../../../shop/branches/BranchCard";
import { areaOf, BranchNameInLines } from "../../../../shop/branches/BranchName";
import { Heart } from "../../../../shop/favourites/Heart";
import { useClosed } from "../../../../shop/useClosed";
import { BackOnPicture } from "../../../../ui/BackOnPicture";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { Lattice } from "../../../../ui/Lattice";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Picture } from "../../../../ui/Picture";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { type Tint, tintGround } from "../../../../ui/tint";
import { reviewsList } from "../../../aftersales/ratings/api";
import { Reviews } from "../../../aftersales/ratings/later";
import { Menu } from "../components/Menu";
import { BranchDetails } from "../later";
import { drawnFirst, isNarrowed, narrowedList, sectionList } from "../menu";

/** The list of the service's branches. */
const othersOf = (branch: Branch) => `${paths.branchesResults}?service_id=${branch.service.slug}`;

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
  const { params } = usePage();
  const services = useQuery(servicesQuery(useScope())).data;
  const tint: Tint = services?.find((one) => one.id === branch.service.id)?.tint ?? "neutral";
  return (
    <>
      <BranchHead branch={branch} tint={tint} />
      <Container className="goods-and-basket">
        <div className="flex min-w-0 flex-col gap-3">
          <BranchNotices branch={branch} />
          <Menu branch={branch} />
        </div>
        <BasketBeside
          service={branch.service.id}
          branch={branch.delivers === false ? undefined : branch.id}
          from={64}
          className="lg:block"
        />
        <div className="flex min-w-0 flex-col gap-8 pt-6 lg:col-start-1">
          <Reviews subject="branches" id={params.id} />
          <BranchDetails branch={branch} />
        </div>
      </Container>
    </>
  );
}

function BranchHead({ branch, tint }: { branch: Branch; tint: Tint }) {
  const { t } = useTranslation();
  const delivers = branch.delivers !== false;
  const dot = areaOf(branch.name) && "before:me-1.5 before:content-['·']";
  return (
    <div className={`relative isolate overflow-hidden ${tintGround[tint]}`}>
      {branch.cover.src ? (
        <img
          src={branch.cover.src}
          srcSet={branch.cover.srcset || undefined}
          sizes={branch.cover.srcset ? "(min-width: 40rem) 50vw, 100vw" : undefined}
          alt=""
          width={branch.cover.width}
          height={branch.cover.height}
          fetchPriority="high"
          className="wide cover"
        />
      ) : (
        <>
          <Lattice size={64} fade="start" className="-z-10" />
          {/* As high as a cover picture, which the back link, the heart and the logo are placed on. */}
          <div className="h-19 sm:hidden" />
        </>
      )}
      <BackOnPicture
        to={othersOf(branch)}
        label={branch.service.name}
        className="start-3 sm:hidden"
      />
      <Container className="flex flex-col gap-0.5 pt-1 pb-1.5 sm:gap-2 sm:py-2 md:py-5">
        <div className="max-sm:hidden">
          <Breadcrumbs
            label={t("branches:crumbs")}
            items={[
              { label: t("catalog:home"), to: paths.home },
              {
                label: branch.service.name,
                to: othersOf(branch),
              },
              { label: branch.name },
            ]}
          />
        </div>
        {/* Aligned to the top, with the heart to the side: when the rest of a partly loaded document arrives,
            nothing moves. */}
        <div className="flex items-center gap-3 sm:relative sm:gap-5 sm:pe-[45%]">
          <Picture
            src={branch.image.src}
            name={branch.name}
            alt=""
            width={branch.image.width}
            height={branch.image.height}
            tint="card"
            priority
            className="size-16 shrink-0 shadow-soft max-sm:-mt-5 max-sm:self-start sm:size-24"
          />
          <div className="min-w-0 max-sm:pt-1">
            <div className="flex flex-wrap items-baseline gap-x-1.5 text-sm leading-6 text-muted">
              <h1 className="contents text-2xl leading-7 font-semibold text-balance text-ink sm:text-3xl sm:leading-10 lg:leading-12">
                <BranchNameInLines name={branch.name} whole />
              </h1>
              {/* A notice below shows that the branch is closed, unless it shows that it does not deliver here. */}
              {(!branch.is_closed || !delivers) && (
                <>
                  <OpenState
                    plain
                    branch={branch}
                    className={cx(dot, !delivers && "max-sm:hidden")}
                  />
                  {branch.is_closed && (
                    <p className={cx(dot, "sm:hidden")}>{t("branches:closed_flag")}</p>
                  )}
                </>
              )}
            </div>
          </div>
          <Heart
            kind="branch"
            id={branch.id}
            name={branch.name}
            look="card"
            className="absolute end-3 top-1 sm:end-0 sm:top-0"
          />
        </div>
        <div className="sm:pe-[45%]">
          <BranchFacts branch={branch} />
        </div>
      </Container>
    </div>
  );
}

function BranchNotices({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const closed = useClosed()(branch);
  if (branch.delivers === false) {
    return (
      <Notice tone="trouble" title={t("branches:not_here_notice")}>
        {/* In one line where there is room. */}
        <div className="-mt-1 -mb-2 flex flex-wrap items-center gap-x-5 text-sm">
          <Link
            to={branch.delivering ? paths.branch(branch.delivering.slug) : othersOf(branch)}
            className="inline-flex min-h-11 items-center"
          >
            {branch.delivering
              ? t("branches:delivering", {
                  branch: areaOf(branch.delivering.name) ?? branch.delivering.name,
                })
              : t("branches:others")}
          </Link>
          <button
            type="button"
            onClick={() => openDialog("location", {})}
            className="min-h-11 text-go-text underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {t("branches:change_place")}
          </button>
        </div>
      </Notice>
    );
  }
  if (closed) {
    return (
      <Notice
        tone="warning"
        icon="clock"
        title={closed}
        action={!branch.opens_at && <Link to={othersOf(branch)}>{t("branches:others")}</Link>}
      >
        {branch.closed_note && <p>{branch.closed_note}</p>}
        {branch.opens_at && t("branches:later_text")}
      </Notice>
    );
  }
  return null;
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
    if (!branch) return first;
    return isNarrowed(query)
      ? [...first, narrowedList(scope, branch, query)]
      : [
          ...first,
          ...[...drawnFirst(branch).keys()].map((one) => sectionList(scope, branch, one.id)),
        ];
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
      jsonLd: __SERVER__
        ? [
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
                // The notation that search engines want for the end of a day.
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
              [branch.service.name, othersOf(branch)],
              [branch.name, paths.branch(branch.slug)],
            ]),
          ]
        : undefined,
    };
  },
  Component: BranchPage,
});
