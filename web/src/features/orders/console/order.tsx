import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toasts } from "../../../backoffice/toasts";
import { useNow } from "../../../lib/now";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { BackLink } from "../../../ui/BackLink";
import { Badge } from "../../../ui/Badge";
import { BottomBar } from "../../../ui/BottomBar";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Gone } from "../../../ui/Gone";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { ToastRegion } from "../../../ui/ToastRegion";
import { type ConsoleOrder, orderQuery } from "./api";
import { AcceptBy } from "./components/AcceptBy";
import { Events } from "./components/Events";
import { Address, Customer, Delivery, Payment } from "./components/Facts";
import { LineState } from "./components/LineState";
import { Lines } from "./components/Lines";
import { MoveButtons } from "./components/MoveButtons";
import { isEnded, minutesLate } from "./model";
import { useLive } from "./useLive";
import { moveKey, useMove } from "./useMove";

function OrderPage() {
  const { t } = useTranslation("orders");
  const { params } = usePage();
  const order = useQuery(orderQuery(useScope(), params.id));
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <div className="print:hidden">
        <BackLink to="/">{t("to_board")}</BackLink>
      </div>
      <Loaded
        query={order}
        texts="orders"
        failed={t("order_failed")}
        level={1}
        instead={{
          404: () => (
            <Gone title={t("order_gone")} text={t("order_gone_text")} to="/" back={t("to_board")} />
          ),
        }}
        skeleton={<OrderSkeleton />}
      >
        {(order) => <Order order={order} />}
      </Loaded>
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

function Order({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { duration } = useFormat();
  const { make, busy } = useMove();
  const line = useFollowed(order);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const late = minutesLate(order, useNow());
  const isLate = !isEnded(order.status) && (order.late || late > 0);
  const title = `${t("order_title", { number: order.number })} · ${t("console:brand")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // The buttons of the last status are gone: what the order is now is the place to be.
    if (order.status && moved.current) heading.current?.focus();
    moved.current = false;
  }, [order.status]);

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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-offset-4">
          <Ltr>{order.number}</Ltr>
        </h1>
        <Badge tone={isEnded(order.status) ? "neutral" : "go"}>{order.status_label}</Badge>
        {isLate && (
          <Badge tone="trouble" icon="alert">
            {late > 0 ? t("late_by", { time: duration(late) }) : t("late")}
          </Badge>
        )}
        <span className="text-muted">
          <bdi>{order.branch.name}</bdi>
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-3 print:hidden">
          <LineState line={line} />
          <Button icon="print" onClick={() => window.print()}>
            {t("print")}
          </Button>
        </span>
      </div>
      {order.status === "pending" && order.accept_by && <AcceptBy until={order.accept_by} />}
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
          <Card className="print:hidden">
            <Events order={order} />
          </Card>
        </div>
      </div>
      {order.moves.length > 0 && (
        <BottomBar label={t("moves")} phoneOnly className="-mx-4 -mb-4">
          <div className="w-full py-1">{moves}</div>
        </BottomBar>
      )}
    </>
  );
}

/** Asks for the order again when something happened to it. */
function useFollowed(order: ConsoleOrder) {
  const client = useQueryClient();
  const { queryKey } = orderQuery(useScope(), usePage().params.id);
  return useLive({
    branch: order.branch.id,
    // From now on: what came before is in the order already.
    cursor: "",
    onNews: (news) => {
      if (news !== null && news.id !== order.id) return;
      if (client.isMutating({ mutationKey: moveKey }) === 0) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}

function OrderSkeleton() {
  const { t } = useTranslation("orders");
  return (
    <SkeletonGroup label={t("order_loading")} className="flex flex-col gap-4">
      <Skeleton className="w-56 text-2xl" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
        <div className="flex flex-col gap-2">
          <Skeleton shape="block" className="h-22" />
          <Skeleton shape="block" className="h-22" />
          <Skeleton shape="block" className="h-22" />
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton shape="block" className="h-32" />
          <Skeleton shape="block" className="h-48" />
        </div>
      </div>
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:title"), noIndex: true }),
  Component: OrderPage,
});
