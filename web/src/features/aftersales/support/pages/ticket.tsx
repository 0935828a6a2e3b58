import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAction } from "../../../../api/useAction";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Failure } from "../../../../ui/Failure";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { readTicket, replyToTicket, settleTicket, type Ticket, ticketQuery } from "../api";
import { Messages, ReplyForm, StateBadge } from "../components/Conversation";

/** The polling interval of an open conversation. */
const lookEvery = 20_000;

function TicketPage() {
  return (
    <Container width="text" className="flex flex-col gap-4 py-6">
      <SignInFirst>
        <Conversation />
      </SignInFirst>
    </Container>
  );
}

function Conversation() {
  const { t } = useTranslation("support");
  const { params } = usePage();
  const scope = useScope();
  const client = useQueryClient();
  const options = ticketQuery(scope, params.id);
  const asked = useQuery({ ...options, refetchInterval: lookEvery });
  const { id, unread } = asked.data ?? { id: "", unread: false };
  useEffect(() => {
    if (unread) {
      // If marking it as read fails, the next visit tries again.
      readTicket(id).catch(() => undefined);
    }
  }, [id, unread]);
  return (
    <Loaded
      query={asked}
      texts="support"
      level={1}
      skeleton={
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
          <Skeleton className="w-2/3 text-2xl" />
          <Skeleton shape="block" className="h-32" />
          <Skeleton shape="block" className="h-24" />
        </SkeletonGroup>
      }
    >
      {(ticket) => (
        <One ticket={ticket} onChanged={(next) => client.setQueryData(options.queryKey, next)} />
      )}
    </Loaded>
  );
}

function One({ ticket, onChanged }: { ticket: Ticket; onChanged: (next: Ticket) => void }) {
  const { t } = useTranslation("support");
  const { busy, failure, run } = useAction();
  const closed = ticket.state === "closed";
  async function settle(step: "close" | "reopen") {
    await run(async () => {
      onChanged(await settleTicket(ticket.id, step));
    });
  }
  return (
    <>
      <Breadcrumbs
        label={t("way")}
        items={[{ label: t("title"), to: paths.support }, { label: ticket.number }]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <h1 dir="auto" className="min-w-0 text-2xl font-semibold break-words">
          {ticket.subject}
        </h1>
        <StateBadge ticket={ticket} />
      </div>
      <p className="text-sm text-muted">
        {ticket.category_label}
        {ticket.order && (
          <>
            {" · "}
            <Link to={paths.myOrder(ticket.order.id)}>
              <Ltr>{ticket.order.number}</Ltr>
            </Link>
          </>
        )}
      </p>
      <Messages messages={ticket.messages} mine="customer" />
      <Failure of={failure} />
      {ticket.can_reply ? (
        <Card>
          {closed && <p className="mb-3 text-muted">{t("reply_reopens")}</p>}
          <ReplyForm
            withPhotos
            send={async (text, photos, key) =>
              onChanged(await replyToTicket(ticket.id, text, photos, key))
            }
          />
        </Card>
      ) : (
        <Notice>{t("no_more")}</Notice>
      )}
      {!closed && (
        <Button
          variant="plain"
          icon="check"
          className="self-start"
          loading={busy}
          onClick={() => void settle("close")}
        >
          {t("close")}
        </Button>
      )}
      {closed && ticket.can_reopen && (
        <Button
          variant="plain"
          icon="undo"
          className="self-start"
          loading={busy}
          onClick={() => void settle("reopen")}
        >
          {t("reopen")}
        </Button>
      )}
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:ticket"), noIndex: true }),
  Component: TicketPage,
});
