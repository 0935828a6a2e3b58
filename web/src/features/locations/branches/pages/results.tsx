import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { itemsOf } from "../../../../api/query";
import type { BranchCard as BranchData, Service } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { isAnywhere, type Scope, useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import type { Query } from "../../../../lib/url";
import { useFormat } from "../../../../lib/useFormat";
import { branchesList, servicesQuery } from "../../../../shop/branches/api";
import { BranchCard } from "../../../../shop/branches/BranchCard";
import { takesOrders } from "../../../../shop/useClosed";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { EmptyState } from "../../../../ui/EmptyState";
import { Fold } from "../../../../ui/Fold";
import { Link } from "../../../../ui/Link";
import { LoadedList } from "../../../../ui/LoadedList";
import { More } from "../../../../ui/More";
import { Notice } from "../../../../ui/Notice";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { SortChip } from "../../../../ui/SortChip";

const sorts = ["recommended", "nearest", "fastest", "rating"] as const;
const path = paths.branchesResults;
/** A single card takes the whole width, two share it. */
const rows = "grid gap-3 sm:has-[>:nth-child(2)]:grid-cols-2 lg:has-[>:nth-child(3)]:grid-cols-3";

/** The list that the URL requests; of the first service if it names none. */
function listOf(scope: Scope, query: Query, service: string) {
  return branchesList(
    scope,
    {
      service_id: service,
      store_id: query.get("store_id") || undefined,
      q: query.get("q") || undefined,
      sort: query.get("sort") || undefined,
      open: query.get("open") === "true" || undefined,
    },
    query.int("page", 1),
  );
}

function BranchesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { query } = usePage();
  const scope = useScope();
  const navigate = useNavigate();
  const asked = useQuery(servicesQuery(scope));
  const services = asked.data;
  const named = query.get("service_id");
  const service =
    services?.find((one) => one.slug === named || one.id === named) ?? services?.at(0);
  const id = named || service?.slug || "";
  // Without a service, the request is skipped: the API would warn and return nothing.
  const list = useInfiniteQuery({
    ...listOf(scope, query, id),
    enabled: id !== "" || !asked.isPending,
  });
  const branches = itemsOf(list);
  // The list begins with the branches that deliver here.
  const here = branches?.filter((one) => one.delivers !== false);
  const away = branches?.filter((one) => one.delivers === false) ?? [];
  const card = (branch: BranchData, place: number) => (
    <BranchCard
      branch={branch}
      eager={place < 4}
      away={false}
      {...(service ? { tint: service.tint } : {})}
    />
  );
  const [first, ...rest] = groupsOf(here, query);
  const open = query.get("open") === "true";
  const to = (changes: Record<string, string | number | boolean | null>) =>
    path + query.with({ page: null, ...changes }).toString();
  return (
    <Container className="flex flex-col gap-3 py-3 sm:gap-5 sm:py-6">
      <h1 className="text-xl sm:text-2xl font-semibold text-balance">
        {service
          ? t(isAnywhere(scope) ? "branches:results_all" : "branches:results_title", {
              service: service.name,
            })
          : t("branches:title")}
      </h1>
      <div className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
        <nav aria-label={t("branches:all_services")} className="flex shrink-0 gap-2">
          {services?.map((one) => (
            <Chip
              key={one.id}
              label={one.name}
              to={`${path}?service_id=${one.slug}`}
              selected={one.id === service?.id}
            />
          ))}
          <Chip
            label={t("branches:open_now")}
            icon="clock"
            to={to({ open: !open })}
            selected={open}
            removable={open}
          />
        </nav>
        <SortChip
          label={t("branches:sort")}
          value={query.get("sort") || sorts[0]}
          onChange={(sort) => navigate(to({ sort }), { replace: true })}
          options={sorts.map((sort) => ({ value: sort, label: t(`branches:sort_${sort}`) }))}
        />
      </div>
      {first &&
        (first.title ? (
          <Title group={first} />
        ) : (
          <h2 className="sr-only">{t("branches:title")}</h2>
        ))}
      <LoadedList
        query={list}
        items={here && (first?.branches ?? [])}
        texts="branches"
        skeleton={<BranchListSkeleton />}
        empty={
          id === "" ? (
            <NoService services={asked} />
          ) : away.length > 0 ? (
            <Notice
              icon="pin"
              title={t("branches:not_here_notice")}
              action={
                <Button size="sm" onClick={() => openDialog("location", {})}>
                  {t("branches:change_place")}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon="store"
              title={t("branches:empty")}
              action={
                <ButtonLink to={`${path}?service_id=${id}`} variant="primary">
                  {t("branches:empty_action")}
                </ButtonLink>
              }
            />
          )
        }
        row={card}
        className={rows}
      />
      {rest.map((group) => (
        <Fragment key={group.title}>
          <Title group={group} />
          <ul className={rows}>
            {group.branches.map((branch) => (
              <li key={branch.id}>{card(branch, 4)}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      {away.length === 0 ? (
        <More list={list} texts="branches" />
      ) : (
        // Folded, because none of these delivers here; open if there is nothing else.
        <Fold
          as="h2"
          title={
            <>
              {t("branches:not_here")}{" "}
              {!list.hasNextPage && <bdi>({format.number(away.length)})</bdi>}
            </>
          }
          open={here?.length === 0}
        >
          <ul className={rows}>
            {away.map((branch) => (
              <li key={branch.id}>{card(branch, 4)}</li>
            ))}
          </ul>
          <More list={list} texts="branches" />
        </Fold>
      )}
      {service &&
        services &&
        isThin(here, query) &&
        services.map((one) => one !== service && <Also key={one.id} service={one} />)}
    </Container>
  );
}

interface Group {
  /** The key of the heading; the first group, of open branches, has none. */
  title?: "later" | "shut";
  branches: readonly BranchData[];
}

/** Open branches, those that open later, and those without a time; one list if the sort order does not depend on it. */
function groupsOf(here: readonly BranchData[] | undefined, query: Query): Group[] {
  if (!here) return [];
  const groups: Group[] = ["", "recommended", "fastest"].includes(query.get("sort"))
    ? [
        { branches: here.filter((one) => !one.is_closed) },
        { title: "later", branches: here.filter((one) => one.is_closed && takesOrders(one)) },
        { title: "shut", branches: here.filter((one) => !takesOrders(one)) },
      ]
    : [{ branches: here }];
  return groups.filter((one) => one.branches.length > 0);
}

function Title({ group: { title } }: { group: Group }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className="text-lg leading-8 font-semibold">{t(`branches:${title}`)}</h2>
      <p className="text-muted">{t(`branches:${title}_text`)}</p>
    </div>
  );
}

/** So few branches of a service deliver here that there is room for other services' branches. */
function isThin(branches: readonly BranchData[] | undefined, query: Query): boolean {
  const narrowed = ["q", "store_id", "open", "page"].some((name) => query.has(name));
  // Without a chosen place, it is not known which branches deliver.
  if (narrowed || !branches || branches.some((one) => one.delivers === null)) return false;
  return branches.filter((one) => one.delivers).length < 4;
}

const othersList = (scope: Scope, { slug }: Service) => branchesList(scope, { service_id: slug });

/** The first branches of another service that take orders here, now or for later. */
function Also({ service }: { service: Service }) {
  const { t } = useTranslation();
  const list = itemsOf(useInfiniteQuery(othersList(useScope(), service))) ?? [];
  const branches = list.filter((one) => one.delivers && takesOrders(one));
  if (branches.length === 0) return null;
  return (
    <Section
      className="gap-3 pt-2"
      title={service.name}
      action={
        <Link
          to={`${path}?service_id=${service.slug}`}
          className="inline-flex min-h-11 items-center"
        >
          {t("home:see_all")}
        </Link>
      }
    >
      <ul className={rows}>
        {branches.slice(0, 3).map((branch) => (
          <li key={branch.id}>
            <BranchCard branch={branch} tint={service.tint} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Without a service there is nothing to list: the services are requested again. */
function NoService({ services }: { services: UseQueryResult<Service[]> }) {
  const { t } = useTranslation();
  const again = () => void services.refetch();
  if (services.isError) {
    return (
      <ReadFailure
        error={services.error}
        title={t("branches:failed")}
        retryLabel={t("branches:retry")}
        onRetry={again}
        retrying={services.isFetching}
      />
    );
  }
  return (
    <EmptyState
      icon="store"
      title={t("branches:empty")}
      action={
        <Button variant="primary" icon="refresh" loading={services.isFetching} onClick={again}>
          {t("branches:retry")}
        </Button>
      }
    />
  );
}

const six = [0, 1, 2, 3, 4, 5];

export function BranchListSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup
      label={t("branches:loading")}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      {six.map((place) => (
        <Skeleton key={place} shape="block" className="h-34" />
      ))}
    </SkeletonGroup>
  );
}

export default definePage({
  queries: ({ scope, query, read }) => {
    const named = query.get("service_id");
    const services = servicesQuery(scope);
    const known = read(services);
    const id = named || known?.at(0)?.slug;
    if (!id) return [services];
    const list = listOf(scope, query, id);
    const others =
      known && isThin(read(list)?.pages[0]?.items, query)
        ? known.filter((one) => one.slug !== id && one.id !== id)
        : [];
    return [services, list, ...others.map((one) => othersList(scope, one))];
  },
  head: ({ read, scope, query, t }) => {
    const services = read(servicesQuery(scope));
    const named = query.get("service_id");
    const service =
      services?.find((one) => one.slug === named || one.id === named) ?? services?.[0];
    return {
      title: service
        ? t(isAnywhere(scope) ? "branches:results_all" : "branches:results_title", {
            service: service.name,
          })
        : t("branches:title"),
      description: service
        ? t("branches:results_description", { service: service.name })
        : undefined,
      canonical: named ? `?service_id=${service?.slug ?? named}` : undefined,
    };
  },
  Component: BranchesPage,
});
