import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Order } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useNow } from "../../../../lib/now";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { decimalsOf } from "../../../../lib/rates";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Totals } from "../../../../shop/cart/Totals";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { stateLabels } from "../../../../shop/stateLabels";
import { useTimes } from "../../../../shop/useTimes";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { ListAction } from "../../../../ui/ListAction";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { MomentMark } from "../../../../ui/MomentMark";
import { Picture } from "../../../../ui/Picture";
import { Section } from "../../../../ui/Section";
import { Timeline } from "../../../../ui/Timeline";
import { useMoment } from "../../../../ui/useMoment";
import { orderRatingQuery } from "../../../aftersales/ratings/api";
import { QuickRating } from "../../../aftersales/ratings/components/QuickRating";
import { returnableQuery } from "../../../aftersales/returns/api";
import { ReturnFirst, ReturnOffer } from "../../../aftersales/returns/components/ReturnOffer";
import { whyNotOf } from "../../../aftersales/returns/model";
import { AtTheDoor } from "../components/AtTheDoor";
import { Delivery } from "../components/Delivery";
import { HowItEnded } from "../components/HowItEnded";
import { LateCredit } from "../components/LateCredit";
import { LateHelp } from "../components/LateHelp";
import { OrderItems } from "../components/OrderItems";
import { OrderSkeleton } from "../components/OrderSkeleton";
import { OrderSteps } from "../components/OrderSteps";
import { PaymentNotices } from "../components/PaymentNotices";
import { PromiseLine } from "../components/PromiseLine";
import { statusIcon } from "../components/StatusBadge";
import { WayCard } from "../components/WayCard";
import { WhatHappensNow } from "../components/WhatHappensNow";
import {
  callsBranchAtDoor,
  cameToNothing,
  hasWay,
  isBehind,
  isFailed,
  isLive,
  isOnTheRoad,
  isPromised,
  minutesLate,
  timelineOf,
  whoKnows,
} from "../model";
import { useLiveOrder } from "../useLiveOrder";

function OrderPage() {
  return (
    <Container className="flex flex-col gap-4 py-4 sm:py-6">
      <SignInFirst>
        <Tracked />
      </SignInFirst>
    </Container>
  );
}

function Tracked() {
  const { t } = useTranslation();
  const { params, query } = usePage();
  const returned = query.get("paid") === "1";
  const tracked = useLiveOrder(params.id, returned);
  const complete = useComplete(tracked.data);
  return (
    <Loaded
      query={{ ...tracked, data: complete ? tracked.data : undefined }}
      texts="orders"
      failed={t("orders:one_failed")}
      offline={t("orders:failed_offline")}
      level={1}
      skeleton={<OrderSkeleton label={t("orders:loading_order")} />}
    >
      {(order) => (
        <>
          <Breadcrumbs
            label={t("orders:crumbs")}
            items={[{ label: t("orders:title"), to: paths.myOrders }, { label: order.number }]}
          />
          <Head order={order} />
          <PaymentNotices
            order={order}
            returned={returned}
            onExpired={() => void tracked.refetch()}
          />
          <Next order={order} />
          <WhatHappensNow order={order} />
          <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
            <div className="flex min-w-0 flex-col gap-4">
              {!isLive(order.status) && <Items order={order} />}
              <Card>
                <Section
                  title={t("orders:progress")}
                  action={tracked.live ? <LiveSign open={tracked.stream === "open"} /> : undefined}
                >
                  <Progress order={order} />
                </Section>
              </Card>
              {hasWay(order) && !isOnTheRoad(order) && <WayCard order={order} />}
              {isLive(order.status) && <Items order={order} />}
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <Card>
                <Section title={t("orders:sums")}>
                  <Totals
                    steps={order.steps}
                    currency={order.currency}
                    struck={isFailed(order.status)}
                  />
                  {order.display && <ShownAs display={order.display} />}
                </Section>
              </Card>
              <Card>
                <Section
                  title={t(order.fulfilment === "pickup" ? "orders:pickup" : "orders:delivery")}
                >
                  <Delivery order={order} />
                </Section>
              </Card>
              <Actions order={order} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

/**
 * Whether everything at the top of the page has loaded: for a delivered order also the returnable items and the rating,
 * which would push the rest down. Once true, it stays true.
 */
function useComplete(order: Order | undefined): boolean {
  const scope = useScope();
  const id = order?.id ?? "";
  const back = useQuery({
    ...returnableQuery(scope, id),
    enabled: order !== undefined && canComeBack.has(order.status),
  });
  const rating = useQuery({
    ...orderRatingQuery(scope, id),
    enabled: order !== undefined && order.delivered_at !== null,
  });
  const begun = useRef(false);
  // Does not wait for a query that failed once.
  const waits = [back, rating].some((one) => one.isLoading && one.failureCount === 0);
  if (order && !waits) begun.current = true;
  return begun.current;
}

/** The order's total in the other currency that the customer saw, at the rate of that time. */
function ShownAs({ display }: { display: NonNullable<Order["display"]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency: code, rate_e6: rate, total } = display;
  return (
    <p className="mt-2 text-sm text-muted">
      {t("orders:shown_as", {
        amount: format.foreign(total, code, decimalsOf(code)),
        rate: format.number(rate / 1_000_000, 6),
        code,
      })}
    </p>
  );
}

/** The maximum age of an order whose page opens with the animation. */
const justNow = 30_000;

/** Counts from when the order was passed to its branch: a card order was begun earlier. */
function isJustPlaced({ status, timeline }: Order): boolean {
  const at = timeline.findLast((moment) => moment.status === "pending")?.at;
  return status === "pending" && at !== undefined && Date.now() - Date.parse(at) < justNow;
}

/** The order's state in large letters, announced whenever it changes. */
function Head({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = isFailed(order.status);
  const moved = useMoment(order.status, (_, now) => !isFailed(now));
  // Just ordered: this page is the first confirmation.
  const [placed] = useState(() => isJustPlaced(order));
  const moment = moved || (placed && order.status === "pending");
  const behind = isBehind(order, useNow());
  const live = isLive(order.status);
  return (
    <Hero
      tone={failed || behind ? "trouble" : live ? "go" : "calm"}
      className="flex flex-col gap-4"
    >
      {placed && <Stars />}
      <div className="flex flex-wrap items-center gap-4 lg:flex-nowrap">
        <MomentMark
          moment={moment ? (order.status === "out_for_delivery" ? "drive" : "arrive") : "none"}
          className={`size-14 self-start rounded-full bg-card sm:size-16 ${
            failed || behind ? "text-trouble-text" : "text-good-text"
          }`}
        >
          <Icon name={statusIcon(order.status)} size={32} />
        </MomentMark>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
            <span role="status">{order.status_label}</span>
          </h1>
          {placed && order.status === "pending" && (
            <p className="font-medium">{t("orders:thanks", { store: order.store.name })}</p>
          )}
          <PromiseLine order={order} />
          <LateCredit order={order} />
          {failed && <HowItEnded order={order} />}
        </div>
        {placed && live && <Bought order={order} />}
      </div>
      {isPromised(order) && (
        <div className={behind ? "text-trouble-text" : undefined}>
          <OrderSteps status={order.status} pickup={order.fulfilment === "pickup"} />
        </div>
      )}
      <div className="flex items-center gap-3">
        <StoreMark name={order.store.name} image={order.store_image} className="size-10" />
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm">
          <span className="font-medium">
            <Isolate>{order.branch.name}</Isolate>
          </span>
          <Ltr>{order.number}</Ltr>
          <bdi>{t("orders:placed", { when: format.dayTime(Date.parse(order.created_at)) })}</bdi>
        </p>
      </div>
    </Hero>
  );
}

/** The first items of an order that was just placed. */
function Bought({ order }: { order: Order }) {
  return (
    <ul aria-hidden="true" className="flex shrink-0 gap-2 max-lg:w-full">
      {order.items.slice(0, 4).map(({ id, product: { image, tint } }) => (
        <li key={id} className="animate-pop">
          <Picture
            src={image.src}
            alt=""
            width={image.width}
            height={image.height}
            tint={tint}
            className="size-16 rounded-card sm:size-20"
          />
        </li>
      ))}
    </ul>
  );
}

/** Where and when the stars of a placed order open: x and y in hundredths, and milliseconds. */
const sky = [
  [12, 62, 0],
  [30, 22, 240],
  [46, 74, 480],
  [62, 30, 160],
  [78, 66, 400],
  [92, 24, 80],
  [22, 40, 640],
  [70, 12, 720],
] as const;

/** The stars of the lattice open once in several places. */
function Stars() {
  return sky.map(([x, y, delay]) => (
    <svg
      key={delay}
      aria-hidden="true"
      viewBox="-10 -10 20 20"
      className="pointer-events-none absolute -z-10 size-5 animate-star text-saffron opacity-0"
      style={{ insetInlineStart: `${x}%`, top: `${y}%`, animationDelay: `${delay}ms` }}
    >
      <path d="M0-10 7 7-10 0 7-7 0 10-7-7 10 0-7 7Z" fill="currentColor" />
    </svg>
  ));
}

function Progress({ order }: { order: Order }) {
  const { t } = useTranslation();
  const steps = timelineOf(order);
  const times = useTimes(steps.map(({ at }) => at));
  return (
    <Timeline
      label={t("orders:progress")}
      stateLabels={stateLabels(t)}
      steps={steps.map((step, place) => ({
        id: step.id,
        title: step.label,
        time: times[place],
        note: step.reason ? <bdi>{step.reason}</bdi> : undefined,
        state: step.state,
        ...(step.state === "done" || step.state === "failed"
          ? {}
          : { icon: statusIcon(step.status) }),
      }))}
    />
  );
}

/** Whether this page is being updated live. */
function LiveSign({ open }: { open: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${open ? "animate-breathe bg-go" : "bg-control"}`}
      />
      {t(open ? "orders:live_now" : "orders:live_again")}
    </p>
  );
}

/** The ordered items; for a delivered order, with the reasons why lines cannot be returned. */
function Items({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { data: offer } = useQuery({
    ...returnableQuery(useScope(), order.id),
    enabled: canComeBack.has(order.status),
  });
  return (
    <Card>
      <Section title={t("orders:items", { count: order.items_quantity })}>
        <OrderItems order={order} whyNot={offer && whyNotOf(offer)} />
      </Section>
    </Card>
  );
}

/** Statuses of a delivered order: some items may be returned, or have been. */
const canComeBack: ReadonlySet<string> = new Set([
  "delivered",
  "in_return",
  "return_received",
  "returned",
]);

/**
 * Shown below the order's state: what is needed at the door, and the map while the order is on its way.
 * For a late order, the actions come first.
 */
function Next({ order }: { order: Order }) {
  const late = minutesLate(order, useNow()) > 0;
  return (
    <>
      {late && <First order={order} />}
      <AtTheDoor order={order} />
      {isOnTheRoad(order) && hasWay(order) && <WayCard order={order} />}
      {!late && <First order={order} />}
    </>
  );
}

/** The most likely actions, by state: help or cancelling while it is under way, reordering once it is over. */
function First({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { id, number, status } = order;
  const late = minutesLate(order, useNow()) > 0;
  return (
    <div className="flex flex-wrap gap-2">
      {!isLive(status) && order.can_reorder && <Again order={order} />}
      {canComeBack.has(status) && <ReturnFirst order={id} />}
      {late ? (
        <LateHelp order={order} />
      ) : (
        <ButtonLink to={paths.helpWith(id)} icon="help" size="sm">
          {t("orders:get_help")}
        </ButtonLink>
      )}
      {order.can_cancel && (
        <Button
          variant="plain"
          size="sm"
          className="text-trouble-text"
          onClick={() => openDialog("cancelOrder", { id, number, paid: order.paid > 0 })}
        >
          {t("orders:cancel")}
        </Button>
      )}
      {order.delivered_at !== null && <QuickRating order={order.id} />}
    </div>
  );
}

function Again({ order: { id, number } }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="soft"
      size="sm"
      icon="refresh"
      onClick={() => openDialog("reorder", { id, number })}
    >
      {t("orders:reorder")}
    </Button>
  );
}

/** The other actions of this order. */
function Actions({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { id, number, status } = order;
  const live = isLive(status);
  const late = minutesLate(order, useNow()) > 0;
  return (
    <Card
      as="section"
      padding="none"
      aria-label={t("orders:actions")}
      className="divide-y divide-line overflow-hidden empty:hidden"
    >
      {order.branch.phone &&
        !callsBranchAtDoor(order) &&
        !(late && whoKnows(order)?.who === "branch") && (
          <ListAction to={`tel:${order.branch.phone}`} icon="phone">
            {t("orders:call_branch")}
          </ListAction>
        )}
      {live && order.can_reorder && (
        <ListAction icon="refresh" onPress={() => openDialog("reorder", { id, number })}>
          {t("orders:reorder")}
        </ListAction>
      )}
      {/* For an order cancelled before any payment, an invoice would look like a bill. */}
      {status !== "draft" && !(cameToNothing(order) && order.paid === 0) && (
        <ListAction to={paths.orderInvoice(id)} icon="receipt">
          {t("orders:invoice")}
        </ListAction>
      )}
      {canComeBack.has(status) && <ReturnOffer order={id} />}
      {!order.can_cancel &&
        order.cannot_cancel_reason &&
        ["shipped", "out_for_delivery", "processing"].includes(status) && (
          <p className="px-4 py-3 text-sm text-muted">{order.cannot_cancel_reason}</p>
        )}
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:one_title"), noIndex: true }),
  Component: OrderPage,
});
