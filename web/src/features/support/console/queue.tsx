import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../api/errors";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { withQuery } from "../../../lib/url";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Link } from "../../../ui/Link";
import { LoadMore } from "../../../ui/LoadMore";
import { Ltr } from "../../../ui/Ltr";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { TabLinks } from "../../../ui/TabLinks";
import { StateBadge } from "../components/Conversation";
import { queueList } from "./api";

const states = ["open", "answered", "closed"] as const;

/** Who waits for an answer, longest first. */
function Queue() {
  const { t } = useTranslation("support");
  const { t: all } = useTranslation();
  const { query, path } = usePage();
  const { number, relative } = useFormat();
  const state = states.find((one) => one === query.get("state")) ?? "open";
  const list = useInfiniteQuery({
    ...queueList(useScope(), state, query.int("page", 1)),
    refetchInterval: 30_000,
  });
  const counts = (list.data?.pages[0]?.extra.counts ?? {}) as Readonly<Record<string, number>>;
  const tickets = list.data?.pages.flatMap((page) => page.items) ?? [];
  const last = list.data?.pages.at(-1)?.meta;
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <h1 className="text-2xl font-semibold">{t("queue")}</h1>
      <TabLinks
        label={t("states")}
        items={states.map((one) => ({
          label: t(`state_${one}`),
          to: withQuery("/support", { state: one }),
          current: one === state,
          count: counts[one] === undefined ? undefined : number(counts[one]),
        }))}
      />
      {!list.data ? (
        list.isError ? (
          <ErrorState
            title={t("failed")}
            text={errorText(list.error, all, { inPlace: true }) ?? undefined}
            retryLabel={t("retry")}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
            {["a", "b", "c"].map((name) => (
              <Skeleton key={name} shape="block" className="h-20" />
            ))}
          </SkeletonGroup>
        )
      ) : tickets.length === 0 ? (
        <EmptyState icon="check" title={t("queue_empty")} text={t("queue_empty_text")} />
      ) : (
        <ul className="flex flex-col gap-3">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <Card pressable className="flex flex-col gap-1">
                <div className="flex flex-wrap items-center gap-2">
                  <h2 dir="auto" className="min-w-0 flex-1 font-semibold break-words">
                    <Link to={`/support/${ticket.id}`} look="cover">
                      {ticket.subject}
                    </Link>
                  </h2>
                  <StateBadge ticket={ticket} />
                </div>
                <p className="text-sm text-muted">
                  <bdi>{ticket.customer.name}</bdi>
                  {ticket.customer.guest && <> · {t("guest")}</>} · {ticket.category_label} ·{" "}
                  <Ltr>{ticket.number}</Ltr> · {relative(Date.parse(ticket.updated_at))}
                </p>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {last && list.hasNextPage && (
        <LoadMore
          to={path + query.with({ page: last.current_page + 1 }).toString()}
          label={t("more")}
          loadingLabel={t("loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:queue"), noIndex: true }),
  Component: Queue,
});
