import { useInfiniteQuery } from "@tanstack/react-query";
import { RecordList, RowLink } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Ltr } from "../../../../ui/Ltr";
import { StateBadge } from "../components/Conversation";
import { type DeskCard, queueList } from "./api";

const states = ["", "answered", "closed"] as const;
const pathOf = ({ id }: DeskCard) => `/support/${id}`;

/** The tickets waiting for an answer, the longest waiting first. */
function Queue() {
  const { t } = useTranslation("support");
  const { params } = useListAddress("state");
  const list = useInfiniteQuery({
    ...queueList(useScope(), params.state || "open"),
    refetchInterval: 30_000,
  });
  const counts = new Map<string, number>(
    list.data?.pages[0]?.extra.states?.map(({ state, count }) => [state, count]),
  );
  return (
    <RecordList<DeskCard>
      title={t("queue")}
      list={list}
      to={pathOf}
      draw={(ticket) => <Row ticket={ticket} />}
      views={{
        name: "state",
        label: t("states"),
        options: states.map((value) => ({
          value,
          label: t(`state_${value || "open"}`),
          count: counts.get(value || "open"),
        })),
      }}
      empty={{ icon: "check", title: t("queue_empty"), text: t("queue_empty_text") }}
    />
  );
}

function Row({ ticket }: { ticket: DeskCard }) {
  const { t } = useTranslation("support");
  const { relative } = useFormat();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h2 dir="auto" className="min-w-0 flex-1 font-semibold break-words">
          <RowLink to={pathOf(ticket)}>
            <Isolate>{ticket.subject}</Isolate>
          </RowLink>
        </h2>
        <StateBadge ticket={ticket} />
      </div>
      <p className="text-sm text-muted">
        <bdi>{ticket.customer.name}</bdi>
        {ticket.customer.guest && <> · {t("guest")}</>} · {ticket.category_label} ·{" "}
        <Ltr>{ticket.number}</Ltr> · {relative(Date.parse(ticket.updated_at))}
      </p>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:queue"), noIndex: true }),
  Component: Queue,
});
