import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { QuotationState } from "../../../../api/types";
import { meQuery } from "../../../../backoffice/me";
import { Queue, useQueue } from "../../../../backoffice/Queue";
import { RowLink } from "../../../../backoffice/RecordList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { StateBadge } from "../components/StateBadge";
import { type QueueItem, queueList } from "./api";

const pathOf = ({ id }: QueueItem) => `/quotations/${encodeURIComponent(id)}`;

/** Customers' quotation requests, or those in one state, the longest waiting first. */
function QueuePage() {
  const scope = useScope();
  const at = useQueue();
  const list = useInfiniteQuery({
    ...queueList(scope, at.state, at.branch),
    ...at.refresh,
  });
  const branches = useQuery(meQuery(scope)).data?.branches ?? [];
  return (
    <Queue
      texts="quotations"
      icon="note"
      list={list}
      to={pathOf}
      draw={(quotation) => (
        <Row quotation={quotation} showBranch={at.branch === "" && branches.length !== 1} />
      )}
    />
  );
}

function Row({ quotation, showBranch }: { quotation: QueueItem; showBranch: boolean }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          <RowLink to={pathOf(quotation)}>
            <bdi>{quotation.company_name || quotation.customer || quotation.number}</bdi>
          </RowLink>
        </h2>
        <StateBadge
          state={quotation.state satisfies QuotationState}
          label={quotation.state_label}
        />
      </div>
      <p className="text-sm text-muted">
        <Ltr>{quotation.number}</Ltr>
        {showBranch && <bdi>{` · ${quotation.branch.name}`}</bdi>}
        {" · "}
        <bdi>{format.relative(Date.parse(quotation.updated_at))}</bdi>
      </p>
      {quotation.waits && (
        <Badge tone="offer" className="self-start">
          {t("waits")}
        </Badge>
      )}
      <p className="text-sm">{quotation.first_items.join(t("comma"))}</p>
      <p className="flex flex-wrap justify-between gap-3 text-sm">
        <span className="text-muted">{t("units", { count: quotation.items_quantity })}</span>
        {quotation.total !== null && (
          <bdi className="font-semibold tabular-nums">
            {format.money(quotation.total, quotation.currency)}
          </bdi>
        )}
      </p>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:title"), noIndex: true }),
  Component: QueuePage,
});
