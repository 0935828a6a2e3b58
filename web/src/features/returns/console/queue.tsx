import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Ltr } from "../../../ui/Ltr";
import { More } from "../../../ui/More";
import { TabLinks } from "../../../ui/TabLinks";
import { BranchSelect } from "../../auth/console/components/BranchSelect";
import type { ReturnState } from "../api";
import { StateBadge } from "../components/StateBadge";
import { type QueueItem, queueList } from "./api";

/** How often the queue looks for new returns. */
const lookEvery = 30_000;

/** Returns that wait for somebody, or those of one state, of the branches one works for. */
function QueuePage() {
  const { t } = useTranslation("returns");
  const { query, path } = usePage();
  const { number } = useFormat();
  const navigate = useNavigate();
  const scope = useScope();
  const state = query.get("state");
  const branch = query.get("branch_id");
  const list = useInfiniteQuery({
    ...queueList(scope, state, branch, query.int("page", 1)),
    refetchInterval: lookEvery,
  });
  const to = (changes: Parameters<typeof query.with>[0]) => `${path}${query.with(changes)}`;
  const states = list.data?.pages[0]?.extra.states ?? [];
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <h1 className="flex-1 text-2xl font-bold">{t("title")}</h1>
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={(id) => navigate(to({ branch_id: id, page: "" }), { replace: true })}
          quiet
        />
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
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="returns"
        instead={{
          400: (words) => <EmptyState icon="lock" title={t("not_yours")} text={words} />,
        }}
        skeleton={["h-24", "h-24", "h-24"]}
        empty={<EmptyState icon="undo" title={t("empty")} text={t("empty_text")} />}
        row={(item) => <Row item={item} />}
      />
      <More list={list} texts="returns" />
    </div>
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
