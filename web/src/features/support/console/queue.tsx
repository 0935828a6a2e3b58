import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { NextPart } from "../../../backoffice/NextPart";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { withQuery } from "../../../lib/url";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Ltr } from "../../../ui/Ltr";
import { TabLinks } from "../../../ui/TabLinks";
import { StateBadge } from "../components/Conversation";
import { type DeskCard, queueList } from "./api";

const states = ["open", "answered", "closed"] as const;

/** Who waits for an answer, longest first. */
function Queue() {
  const { t } = useTranslation("support");
  const { query } = usePage();
  const { number } = useFormat();
  const state = states.find((one) => one === query.get("state")) ?? "open";
  const list = useInfiniteQuery({
    ...queueList(useScope(), state),
    refetchInterval: 30_000,
  });
  const counts = new Map(
    list.data?.pages[0]?.extra.states?.map(({ state, count }) => [state, count]),
  );
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <h1 className="text-2xl font-semibold">{t("queue")}</h1>
      <TabLinks
        label={t("states")}
        items={states.map((one) => ({
          label: t(`state_${one}`),
          to: withQuery("/support", { state: one }),
          current: one === state,
          count: counts.has(one) ? number(counts.get(one) ?? 0) : undefined,
        }))}
      />
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="support"
        skeleton={["h-20", "h-20", "h-20"]}
        empty={<EmptyState icon="check" title={t("queue_empty")} text={t("queue_empty_text")} />}
        row={(ticket) => <Row ticket={ticket} />}
      />
      <NextPart list={list} />
    </div>
  );
}

function Row({ ticket }: { ticket: DeskCard }) {
  const { t } = useTranslation("support");
  const { relative } = useFormat();
  return (
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
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:queue"), noIndex: true }),
  Component: Queue,
});
