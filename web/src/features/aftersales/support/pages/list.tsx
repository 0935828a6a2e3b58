import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Order } from "../../../../api/types";
import { capital } from "../../../../lib/format/capital";
import { useNavigate } from "../../../../lib/history";
import { useNow } from "../../../../lib/now";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { ticketsList } from "../../../../shop/support/tickets";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { IconTile } from "../../../../ui/IconTile";
import { Line, Lines } from "../../../../ui/Lines";
import { Link } from "../../../../ui/Link";
import { ListAction } from "../../../../ui/ListAction";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { More } from "../../../../ui/More";
import { PageHead } from "../../../../ui/PageHead";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { orderQuery } from "../../../ordering/orders/api";
import { PromiseLine } from "../../../ordering/orders/components/PromiseLine";
import { StatusBadge } from "../../../ordering/orders/components/StatusBadge";
import { minutesLate, whoKnows } from "../../../ordering/orders/model";
import { useLateMessage } from "../../../ordering/orders/useLateMessage";
import type { TicketCard } from "../api";
import { StateBadge } from "../components/Conversation";
import { OpenTicket } from "../components/OpenTicket";
import type { Trouble } from "../troubles";

function SupportPage() {
  const { t } = useTranslation("support");
  return (
    <Container className="flex flex-col gap-6 py-6">
      <PageHead title={t("title")} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-6">
          <SignInFirst>
            <Tickets />
          </SignInFirst>
        </div>
        {/* Ways to get an answer sooner than in a conversation. */}
        <Card as="aside" padding="none" className="divide-y divide-line overflow-hidden">
          <ListAction to={paths.contactUs} icon="phone">
            {t("contact_title")}
          </ListAction>
          <ListAction to={paths.information("faq")} icon="help">
            {t("account:faq")}
          </ListAction>
        </Card>
      </div>
    </Container>
  );
}

function Tickets() {
  const { t } = useTranslation("support");
  const { query } = usePage();
  const navigate = useNavigate();
  const order = query.get("order");
  const [writing, setWriting] = useState(order !== "");
  const scope = useScope();
  const list = useInfiniteQuery(ticketsList(scope, query.int("page", 1)));
  // The ticket can be written without it.
  const asked = useQuery({ ...orderQuery(scope, order), enabled: order !== "" });
  const now = useNow();
  const late = asked.data ? minutesLate(asked.data, now) : 0;
  const lateMessage = useLateMessage();
  function written(trouble: Trouble) {
    if (trouble === "when" || trouble === "ready") return t(`${trouble}_message`);
    return trouble === "late" && asked.data && late > 0 ? lateMessage(asked.data, late) : "";
  }
  const tickets = itemsOf(list) ?? [];
  const start = (
    <Button variant="primary" icon="plus" onClick={() => setWriting(true)}>
      {t("new")}
    </Button>
  );
  return (
    <>
      {writing ? (
        <Card>
          <Section title={t(order === "" ? "new" : "new_order")}>
            {asked.isLoading && asked.failureCount === 0 ? (
              <SkeletonGroup label={t("loading")}>
                <Skeleton shape="block" className="h-18" />
                <Skeleton shape="block" className="h-64" />
              </SkeletonGroup>
            ) : (
              <OpenTicket
                order={order}
                asked={asked.data && { ...asked.data, late: late > 0 }}
                about={asked.data && <OrderAsked order={asked.data} />}
                sooner={(trouble) => asked.data && <Sooner order={asked.data} trouble={trouble} />}
                written={written}
                onOpened={(ticket) => navigate(paths.ticket(ticket.id))}
              />
            )}
          </Section>
        </Card>
      ) : (
        tickets.length > 0 && <div>{start}</div>
      )}
      <Loaded query={list} texts="support" skeleton={["h-24", "h-24", "h-24"]}>
        {() =>
          tickets.length > 0 ? (
            <Section title={t("mine")}>
              <Lines>
                {tickets.map((ticket) => (
                  <Row key={ticket.id} ticket={ticket} />
                ))}
              </Lines>
              <More list={list} texts="support" />
            </Section>
          ) : (
            !writing && (
              <EmptyState
                picture={<Drawing name="support" />}
                title={t("empty")}
                text={t("empty_text")}
                action={start}
              />
            )
          )
        }
      </Loaded>
    </>
  );
}

/** The order that a ticket is about: its branch, number and status. */
function OrderAsked({ order }: { order: Order }) {
  return (
    <div className="flex min-h-18 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-tint px-4 py-3">
      <p className="min-w-0">
        <Link to={paths.myOrder(order.id)} look="quiet" className="font-semibold">
          <Isolate>{order.branch.name}</Isolate>
        </Link>
        <span className="block text-sm text-muted">
          <Ltr>{order.number}</Ltr>
        </span>
      </p>
      <StatusBadge status={order.status} label={order.status_label} />
    </div>
  );
}

/** Faster help: for an order under way its time and a number to call, for wrong or damaged products a return. */
function Sooner({ order, trouble }: { order: Order; trouble: Trouble }) {
  const { t } = useTranslation("support");
  const known = whoKnows(order);
  if (trouble === "late" || trouble === "when" || trouble === "ready") {
    return (
      <div className="flex flex-col gap-3">
        <div>
          <PromiseLine order={order} />
        </div>
        {known && (
          <ButtonLink to={`tel:${known.phone}`} icon="phone" size="sm" className="self-start">
            {t(`orders:call_${known.who}`)}
          </ButtonLink>
        )}
      </div>
    );
  }
  if (order.status === "delivered" && (trouble === "wrong" || trouble === "damaged")) {
    return (
      <ButtonLink to={paths.returnOrder(order.id)} icon="undo" size="sm" className="self-start">
        {t("returns:ask_title")}
      </ButtonLink>
    );
  }
  return null;
}

function Row({ ticket }: { ticket: TicketCard }) {
  const { t } = useTranslation("support");
  const { day } = useFormat();
  return (
    <Line
      lead={<IconTile icon={ticket.order ? "bag" : "chat"} tone={ticket.unread ? "go" : "plain"} />}
      title={
        <h3 className="font-semibold break-words">
          <Link to={paths.ticket(ticket.id)} look="cover">
            <bdi>{ticket.subject}</bdi>
          </Link>
        </h3>
      }
      text={
        <>
          <p>
            {ticket.category_label} · {capital(day(Date.parse(ticket.updated_at)))}
          </p>
          <p>
            <Ltr>{ticket.number}</Ltr>
            {ticket.order && (
              <>
                {" · "}
                <Ltr>{ticket.order.number}</Ltr>
              </>
            )}
          </p>
        </>
      }
      end={
        <>
          <StateBadge ticket={ticket} />
          {ticket.unread && <Badge tone="offer">{t("unread")}</Badge>}
        </>
      }
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("support:title"), noIndex: true }),
  Component: SupportPage,
});
