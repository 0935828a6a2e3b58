import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { Failure } from "../../../../ui/Failure";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { Messages, ReplyForm, StateBadge } from "../components/Conversation";
import { answerTicket, type Desk, deskQuery, settleDesk } from "./api";

/** A customer's conversation with the shop. */
function TicketPage() {
  const { t } = useTranslation("support");
  const { params } = usePage();
  const client = useQueryClient();
  const options = deskQuery(useScope(), params.id);
  const desk = useQuery({ ...options, refetchInterval: 20_000 });
  const onChanged = (next: Desk) => client.setQueryData(options.queryKey, next);
  return (
    <RecordPage<Desk>
      back={{ to: "/support", label: t("queue") }}
      query={desk}
      title={(desk) => <span dir="auto">{desk?.subject}</span>}
      badge={(desk) =>
        desk && (
          <>
            <StateBadge ticket={desk} />
            <Settle desk={desk} onChanged={onChanged} />
          </>
        )
      }
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(desk) => desk && <One desk={desk} onChanged={onChanged} />}
    </RecordPage>
  );
}

interface OneProps {
  desk: Desk;
  onChanged: (next: Desk) => void;
}

/** Closes the conversation, or reopens it. */
function Settle({ desk, onChanged }: OneProps) {
  const { t } = useTranslation("support");
  const { busy, failure, run } = useAction();
  const closed = desk.state === "closed";
  async function settle() {
    await run(async () => {
      onChanged(await settleDesk(desk.id, closed ? "reopen" : "close"));
    });
  }
  return (
    <>
      <Button
        size="sm"
        icon={closed ? "undo" : "check"}
        loading={busy}
        onClick={() => void settle()}
        className="ms-auto"
      >
        {t(closed ? "reopen" : "close")}
      </Button>
      <Failure of={failure} />
    </>
  );
}

function One({ desk, onChanged }: OneProps) {
  const { t } = useTranslation("support");
  const [note, setNote] = useState(false);
  const { customer } = desk;
  return (
    <>
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
