import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useNow } from "../../../../lib/now";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { BottomBar } from "../../../../ui/BottomBar";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Ltr } from "../../../../ui/Ltr";
import { type ConsoleOrder, orderQuery } from "./api";
import { AcceptBy } from "./components/AcceptBy";
import { CallToConfirm } from "./components/CallToConfirm";
import { Events } from "./components/Events";
import { Address, Customer, Delivery, OrderMargin, Payment } from "./components/Facts";
import { LineState } from "./components/LineState";
import { Lines } from "./components/Lines";
import { MoveButtons } from "./components/MoveButtons";
import { isEnded, minutesLate } from "./model";
import { useLive } from "./useLive";
import { moveKey, useMove } from "./useMove";

/** An order: its content, status and actions. */
function OrderPage() {
  const { t } = useTranslation("orders");
  const { params } = usePage();
  const order = useQuery(orderQuery(useScope(), params.id));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <RecordPage<ConsoleOrder>
      back={{ to: "/", label: t("to_board") }}
      query={order}
      title={(order) => <Ltr>{order?.number ?? ""}</Ltr>}
      heading={heading}
      gone={{ title: t("order_gone"), text: t("order_gone_text") }}
      wide
      badge={(order) => order && <OrderBadge order={order} />}
    >
      {(order) => order && <Order order={order} heading={heading} />}
    </RecordPage>
  );
}

/** The order's status and branch, any delay, and the actions besides moves. */
function OrderBadge({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { duration, dayTime } = useFormat();
  const line = useFollowed(order);
  const now = useNow();
  const late = minutesLate(order, now);
  const isLate = !isEnded(order.status) && (order.late || late > 0);
  const expected = order.expected_at === null ? 0 : Date.parse(order.expected_at);
  return (
    <>
      <Badge tone={isEnded(order.status) ? "neutral" : "good"}>{order.status_label}</Badge>
      {isLate && (
        <Badge tone="trouble" icon="alert">
          {late > 0 ? t("late_by", { time: duration(late) }) : t("late")}
        </Badge>
      )}
      {expected > now && <span>{t("expected", { time: dayTime(expected) })}</span>}
      <span className="text-muted">
        <bdi>{order.branch.name}</bdi>
      </span>
      <span className="ms-auto flex flex-wrap items-center gap-3 print:hidden">
        <LineState line={line} />
        <Button icon="print" onClick={() => window.print()}>
          {t("print")}
        </Button>
      </span>
    </>
  );
}

interface OrderProps {
  order: ConsoleOrder;
  heading: RefObject<HTMLHeadingElement | null>;
}

function Order({ order, heading }: OrderProps) {
  const { t } = useTranslation("orders");
  const { make, busy } = useMove();
  const moved = useRef(false);
  const title = `${t("order_title", { number: order.number })} · ${t("console:brand")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // The buttons of the previous status are gone: the focus moves to the new status.
    if (order.status && moved.current) heading.current?.focus();
    moved.current = false;
  }, [order.status, heading]);

  const moves = (
    <MoveButtons
      order={order}
      moves={order.moves}
      make={make}
      busy={busy}
      size="md"
      onMoving={() => {
        moved.current = true;
      }}
    />
  );
  return (
    <>
      {order.status === "pending" && order.accept_by && <AcceptBy until={order.accept_by} />}
      {order.call && <CallToConfirm order={order} call={order.call} />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
        <Lines key={order.id} order={order} />
        <div className="flex flex-col gap-4 print:grid print:grid-cols-2 print:items-start">
          {order.moves.length > 0 && (
            <Card as="section" aria-label={t("moves")} className="hidden md:block print:hidden">
              {moves}
            </Card>
          )}
          <Customer order={order} />
          {order.fulfilment === "delivery" && <Address order={order} />}
          <Delivery order={order} />
          <Payment order={order} />
          <OrderMargin order={order} />
          <Card className="print:hidden">
            <Events order={order} />
          </Card>
        </div>
      </div>
      {/* Above the buttons of phones, which stay at the bottom of the page. */}
      <RecordHistory object={order.id} />
      {order.moves.length > 0 && (
        <BottomBar label={t("moves")} phoneOnly className="-mx-4 -mb-4">
          <div className="w-full py-1">{moves}</div>
        </BottomBar>
      )}
    </>
  );
}

/** Requests the order again when one of its events arrives. */
function useFollowed(order: ConsoleOrder) {
  const client = useQueryClient();
  const { queryKey } = orderQuery(useScope(), usePage().params.id);
  return useLive({
    branch: order.branch.id,
    // From now on: earlier events are included in the order already.
    cursor: "",
    onNews: (news) => {
      if (news !== null && news.id !== order.id) return;
      if (client.isMutating({ mutationKey: moveKey }) === 0) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:title"), noIndex: true }),
  Component: OrderPage,
});
