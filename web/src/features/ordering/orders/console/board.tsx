import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import { BranchSelect } from "../../../../backoffice/BranchSelect";
import { meQuery } from "../../../../backoffice/me";
import { toasts } from "../../../../backoffice/toasts";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { EmptyState } from "../../../../ui/EmptyState";
import { ErrorState } from "../../../../ui/ErrorState";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { TabLinks } from "../../../../ui/TabLinks";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden";
import { Column } from "./components/Column";
import { LineState } from "./components/LineState";
import { ShopNow } from "./components/ShopNow";
import { arrange, currentColumn } from "./model";
import { useArrivals } from "./useArrivals";
import { useBoard } from "./useBoard";
import { useKeptFocus } from "./useKeptFocus";
import { useMove } from "./useMove";

/** The orders that are waiting, under way and done, for the branches of the signed-in staff member. */
function BoardPage() {
  const { t } = useTranslation("orders");
  const { t: all } = useTranslation();
  const { query, path } = usePage();
  const { number } = useFormat();
  const navigate = useNavigate();
  const area = useRef<HTMLDivElement>(null);
  const branch = query.get("branch_id");
  const { data: me } = useQuery(meQuery(useScope()));
  const { board, line } = useBoard(branch);
  const { fresh, unseen, latest, seen } = useArrivals(board.data, branch);
  const { make } = useMove();
  const keepFocus = useKeptFocus(area, board.data);
  const columns = useMemo(() => board.data && arrange(board.data), [board.data]);
  const labels = useMemo(
    () => new Map(board.data?.columns.map(({ status, label }) => [status as string, label])),
    [board.data],
  );
  const current = columns && currentColumn(columns, query.get("column"));
  useCountInTitle(unseen.size);
  const nothing = columns?.every(({ orders }) => orders.length === 0) ?? false;
  // Nobody can order yet: the steps of the setup replace the empty lanes.
  const waits = nothing && board.data?.shop === "setup";

  const branches = me?.branches ?? [];
  const several = branch === "" && branches.length !== 1;
  const to = (changes: Parameters<typeof query.with>[0]) => `${path}${query.with(changes)}`;
  const titleOf = (column: { id: string; label: string }) =>
    column.id === "done" ? t("done_today") : column.label;

  function showNew() {
    const first = [...unseen][0] ?? "";
    navigate(to({ column: "pending" }), { replace: true });
    requestAnimationFrame(() => {
      const card = area.current?.querySelector<HTMLElement>(
        `[data-order="${CSS.escape(first)}"] [data-order-link]`,
      );
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: "center", inline: "center" });
    });
    seen();
  }

  return (
    <div ref={area} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="flex min-h-12 flex-1 flex-wrap items-center gap-x-4">
          <h1 className="text-2xl font-bold">{t("title")}</h1>
          <LineState line={line} />
        </div>
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={(id) => navigate(to({ branch_id: id }), { replace: true })}
          quiet
        />
      </div>
      <VisuallyHidden role="status">
        {latest.length > 0 &&
          t("arrived_say", {
            count: latest.length,
            numbers: latest.map((order) => order.number).join(t("comma")),
          })}
      </VisuallyHidden>
      {unseen.size > 0 && (
        <Notice
          tone="success"
          icon="bell"
          title={t("arrived", { count: unseen.size })}
          className="sticky top-18 z-20 animate-rise shadow-lift"
          onClose={seen}
          closeLabel={t("close")}
          action={
            <Button size="sm" variant="primary" onClick={showNew}>
              {t("arrived_show")}
            </Button>
          }
        />
      )}
      {board.isError && !board.data ? (
        board.error instanceof ApiError && board.error.status === 400 ? (
          <EmptyState
            icon="lock"
            title={t("not_yours")}
            text={errorText(board.error, all, { inPlace: true }) ?? undefined}
          />
        ) : (
          <ErrorState
            title={t("failed")}
            text={errorText(board.error, all, { inPlace: true }) ?? undefined}
            retryLabel={t("retry")}
            onRetry={() => void board.refetch()}
            retrying={board.isFetching}
          />
        )
      ) : !columns || !current ? (
        <BoardSkeleton />
      ) : (
        <>
          {board.data && <ShopNow board={board.data} empty={nothing} />}
          {board.isError && (
            <Notice
              tone="warning"
              live
              title={t("stale")}
              action={
                <Button
                  size="sm"
                  icon="refresh"
                  loading={board.isFetching}
                  onClick={() => void board.refetch()}
                >
                  {t("retry")}
                </Button>
              }
            />
          )}
          {!waits && (
            <>
              <TabLinks
                label={t("columns")}
                // Every lane's name is visible, however many lanes fit below.
                className="lg:[&_ul]:flex-wrap"
                items={columns.map((column) => ({
                  label: titleOf(column),
                  to: to({ column: column.id }),
                  current: column.id === current.id,
                  count: column.more
                    ? t("at_least", { count: number(column.orders.length) })
                    : number(column.orders.length),
                }))}
              />
              <div
                data-sideways=""
                className="lg:flex lg:items-start lg:gap-3 lg:overflow-x-auto lg:pb-3"
              >
                {columns.map((column) => (
                  <Column
                    key={column.id}
                    column={column}
                    title={titleOf(column)}
                    current={column.id === current.id}
                    asked={column.id === query.get("column")}
                    showBranch={several}
                    labels={labels}
                    fresh={fresh}
                    make={make}
                    onMoving={keepFocus}
                  />
                ))}
              </div>
            </>
          )}
        </>
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

/** Shows new orders in the tab's title too, for a laptop watched from a distance. */
function useCountInTitle(count: number): void {
  const { t } = useTranslation("orders");
  const { number } = useFormat();
  useEffect(() => {
    const plain = `${t("title")} · ${t("console:brand")}`;
    document.title = count > 0 ? `(${number(count)}) ${plain}` : plain;
  }, [count, number, t]);
}

function BoardSkeleton() {
  const { t } = useTranslation("orders");
  return (
    <SkeletonGroup label={t("loading")} className="flex flex-col gap-3 lg:flex-row">
      {["a", "b", "c", "d", "e"].map((column) => (
        <div key={column} className="flex flex-1 flex-col gap-3 lg:rounded-card lg:bg-tint lg:p-3">
          <Skeleton className="w-32 text-lg lg:bg-card" />
          <Skeleton shape="block" className="h-44 lg:bg-card" />
          <Skeleton shape="block" className="hidden h-44 lg:block lg:bg-card" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:title"), noIndex: true }),
  Component: BoardPage,
});
