import { useInfiniteQuery } from "@tanstack/react-query";
import { Queue, useQueue } from "../../../../backoffice/Queue";
import { RowLink } from "../../../../backoffice/RecordList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Ltr } from "../../../../ui/Ltr";
import type { ReturnState } from "../api";
import { StateBadge } from "../components/StateBadge";
import { type QueueItem, queueList } from "./api";

const pathOf = ({ id }: QueueItem) => `/returns/${encodeURIComponent(id)}`;

/** Returns that require an action, or those in one state, of the staff member's branches. */
function QueuePage() {
  const scope = useScope();
  const at = useQueue();
  const list = useInfiniteQuery({
    ...queueList(scope, at.state, at.branch),
    ...at.refresh,
  });
  return (
    <Queue
      texts="returns"
      icon="undo"
      list={list}
      to={pathOf}
      draw={(item) => <Row item={item} />}
    />
  );
}

function Row({ item }: { item: QueueItem }) {
  const { t } = useTranslation("returns");
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          <RowLink to={pathOf(item)}>
            <Ltr>{item.number}</Ltr>
          </RowLink>{" "}
          <span className="font-normal text-muted">
            <bdi>{item.branch.name}</bdi>
          </span>
        </h2>
        <StateBadge state={item.state as ReturnState} label={item.state_label} />
      </div>
      <p className="line-clamp-2 text-sm">
        {t("units", { count: item.units })} · {format.list(item.first_items, t("comma"))}
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
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:title"), noIndex: true }),
  Component: QueuePage,
});
