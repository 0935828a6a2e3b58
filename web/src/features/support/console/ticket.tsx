import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../api/useAction";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { BackLink } from "../../../ui/BackLink";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { Failure } from "../../../ui/Failure";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { Messages, ReplyForm, StateBadge } from "../components/Conversation";
import { answerTicket, type Desk, deskQuery, settleDesk } from "./api";

function TicketPage() {
  const { t } = useTranslation("support");
  const { params } = usePage();
  const client = useQueryClient();
  const options = deskQuery(useScope(), params.id);
  const desk = useQuery({ ...options, refetchInterval: 20_000 });
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <BackLink to="/support">{t("queue")}</BackLink>
      <Loaded
        query={desk}
        texts="support"
        level={1}
        skeleton={
          <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
            <Skeleton className="w-2/3 text-2xl" />
            <Skeleton shape="block" className="h-40" />
          </SkeletonGroup>
        }
      >
        {(desk) => (
          <One desk={desk} onChanged={(next) => client.setQueryData(options.queryKey, next)} />
        )}
      </Loaded>
    </div>
  );
}

function One({ desk, onChanged }: { desk: Desk; onChanged: (next: Desk) => void }) {
  const { t } = useTranslation("support");
  const [note, setNote] = useState(false);
  const { busy, failure, run } = useAction();
  const closed = desk.state === "closed";
  const { customer } = desk;
  async function settle() {
    await run(async () => {
      onChanged(await settleDesk(desk.id, closed ? "reopen" : "close"));
    });
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 dir="auto" className="min-w-0 text-2xl font-semibold break-words">
          {desk.subject}
        </h1>
        <StateBadge ticket={desk} />
        <Button
          size="sm"
          icon={closed ? "undo" : "check"}
          loading={busy}
          onClick={() => void settle()}
          className="ms-auto"
        >
          {t(closed ? "reopen" : "close")}
        </Button>
      </div>
      <p className="text-muted">
        <bdi>{customer.name}</bdi>
        {customer.phone && (
          <>
            {" · "}
            <Ltr>{customer.phone}</Ltr>
          </>
        )}
        {customer.email && (
          <>
            {" · "}
            <Ltr>{customer.email}</Ltr>
          </>
        )}{" "}
        · {t(customer.lang === "ar" ? "answer_ar" : "answer_en")}
        {desk.order && (
          <>
            {" · "}
            <Link to={`/orders/${desk.order.id}`}>
              <Ltr>{desk.order.number}</Ltr>
            </Link>
          </>
        )}
      </p>
      <Messages messages={desk.messages} mine="staff" />
      <Failure of={failure} />
      <Card className="flex flex-col gap-4">
        <Checkbox
          label={t("as_note")}
          hint={t("as_note_hint")}
          checked={note}
          onCheckedChange={setNote}
        />
        <ReplyForm
          withPhotos={false}
          send={async (text) => onChanged(await answerTicket(desk.id, text, note))}
        />
      </Card>
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:ticket"), noIndex: true }),
  Component: TicketPage,
});
