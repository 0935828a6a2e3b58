import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, errorText } from "../../../api/errors";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Link } from "../../../ui/Link";
import { LoadMore } from "../../../ui/LoadMore";
import { Ltr } from "../../../ui/Ltr";
import { Select } from "../../../ui/Select";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { TabLinks } from "../../../ui/TabLinks";
import { meQuery } from "../../auth/console/api";
import type { ReturnState } from "../api";
import { StateBadge } from "../components/StateBadge";
import { type QueueItem, type QueueState, queueList } from "./api";

/** How often the queue looks for new returns. */
const lookEvery = 30_000;

/** Returns that wait for somebody, or those of one state, of the branches one works for. */
function QueuePage() {
  const { t } = useTranslation("returns");
  const { t: all } = useTranslation();
  const { query, path } = usePage();
  const { number } = useFormat();
  const navigate = useNavigate();
  const scope = useScope();
  const state = query.get("state");
  const branch = query.get("branch_id");
  const { data: me } = useQuery(meQuery(scope));
  const list = useInfiniteQuery({
    ...queueList(scope, state, branch, query.int("page", 1)),
    refetchInterval: lookEvery,
  });
  const to = (changes: Parameters<typeof query.with>[0]) => `${path}${query.with(changes)}`;
  const states = statesOf(list.data?.pages[0]?.extra.states);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const last = list.data?.pages.at(-1)?.meta;
  const branches = me?.branches ?? [];
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <h1 className="flex-1 text-2xl font-bold">{t("title")}</h1>
        {branches.length > 1 && (
          <Select
            label={t("branch")}
            labelHidden
            className="w-full sm:w-72"
            value={branch}
            onValueChange={(id) =>
              void navigate(to({ branch_id: id, page: "" }), { replace: true })
            }
            options={[
              { value: "", label: t("all_branches") },
              ...branches.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      {states.length > 0 && (
        <TabLinks
          label={t("states")}
          items={[
            { label: t("waiting"), to: to({ state: "", page: "" }), current: state === "" },
            ...states.map((one) => ({
              label: one.label,
              to: to({ state: one.state, page: "" }),
              current: state === one.state,
              count: number(one.count),
            })),
          ]}
        />
      )}
      {!list.data && list.isError ? (
        list.error instanceof ApiError && list.error.status === 400 ? (
          <EmptyState
            icon="lock"
            title={t("not_yours")}
            text={errorText(list.error, all, { inPlace: true }) ?? undefined}
          />
        ) : (
          <ErrorState
            title={t("failed")}
            text={errorText(list.error, all, { inPlace: true }) ?? undefined}
            retryLabel={t("retry")}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )
      ) : !list.data ? (
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
          {["a", "b", "c"].map((name) => (
            <Skeleton key={name} shape="block" className="h-24" />
          ))}
        </SkeletonGroup>
      ) : items.length === 0 ? (
        <EmptyState icon="undo" title={t("empty")} text={t("empty_text")} />
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((item) => (
            <li key={item.id}>
              <Row item={item} />
            </li>
          ))}
        </ul>
      )}
      {last && list.hasNextPage && (
        <LoadMore
          to={to({ page: last.current_page + 1 })}
          label={t("more")}
          loadingLabel={t("loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  );
}

/** The counts beside the page, as far as they are what they should be. */
function statesOf(value: unknown): QueueState[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one: unknown): one is QueueState =>
      typeof one === "object" && one !== null && "state" in one && "count" in one,
  );
}

function Row({ item }: { item: QueueItem }) {
  const { t } = useTranslation("returns");
  const format = useFormat();
  return (
    <Card as="article" padding="sm" pressable className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          <Link to={`/returns/${encodeURIComponent(item.id)}`} look="cover">
            <Ltr>{item.number}</Ltr>
          </Link>{" "}
          <span className="font-normal text-muted">
            <bdi>{item.branch.name}</bdi>
          </span>
        </h2>
        <StateBadge state={item.state as ReturnState} label={item.state_label} />
      </div>
      <p className="line-clamp-2 text-sm">
        {t("units", { count: item.units })} · {item.first_items.join(t("comma"))}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p className="text-muted">
          <bdi>{item.customer}</bdi> · <Ltr>{item.phone_masked}</Ltr> ·{" "}
          <bdi>{format.dayTime(Date.parse(item.created_at))}</bdi>
        </p>
        <p className="font-semibold tabular-nums">
          <bdi>{format.money(item.refund, item.currency)}</bdi>
        </p>
      </div>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:title"), noIndex: true }),
  Component: QueuePage,
});
