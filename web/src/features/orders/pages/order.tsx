import { useTranslation } from "react-i18next";
import type { Order } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useFormat } from "../../../lib/useFormat";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { ErrorState } from "../../../ui/ErrorState";
import { Icon } from "../../../ui/Icon";
import { Ltr } from "../../../ui/Ltr";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { Timeline } from "../../../ui/Timeline";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { Totals } from "../../cart/components/Totals";
import { ReturnOffer } from "../../returns/components/ReturnOffer";
import { AtTheDoor } from "../components/AtTheDoor";
import { Delivery } from "../components/Delivery";
import { OrderItems } from "../components/OrderItems";
import { PaymentNotices } from "../components/PaymentNotices";
import { PromiseLine } from "../components/PromiseLine";
import { statusIcon } from "../components/StatusBadge";
import { isFailed, timelineOf } from "../model";
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
  const { order, live, stream, isError, fetchStatus, isFetching, refetch } = useLiveOrder(
    params.id,
    returned,
  );
  if (!order) {
    if (isError || fetchStatus === "paused") {
      return (
        <ErrorState
          level={1}
          icon={isError ? "alert" : "wifi-off"}
          title={t("orders:one_failed")}
          text={t(isError ? "orders:failed_text" : "orders:failed_offline")}
          retryLabel={t("orders:retry")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      );
    }
    return <OrderSkeleton />;
  }
  return (
    <>
      <Breadcrumbs
        label={t("orders:crumbs")}
        items={[{ label: t("orders:title"), to: paths.myOrders }, { label: order.number }]}
      />
      <Head order={order} />
      <PaymentNotices order={order} returned={returned} onExpired={() => void refetch()} />
      <AtTheDoor order={order} />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem] lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section
              title={t("orders:progress")}
              action={live ? <LiveSign open={stream === "open"} /> : undefined}
            >
              <Progress order={order} />
            </Section>
          </Card>
          <Card>
            <Section title={t("orders:items", { count: order.items_quantity })}>
              <OrderItems order={order} />
            </Section>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("orders:sums")}>
              <Totals steps={order.steps} currency={order.currency} />
            </Section>
          </Card>
          <Card>
            <Section title={t("orders:delivery")}>
              <Delivery order={order} />
            </Section>
          </Card>
          <Actions order={order} />
        </div>
      </div>
    </>
  );
}

/** Where it stands, in large letters; told aloud whenever it changes. */
function Head({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = isFailed(order.status);
  return (
    <div className="flex items-center gap-4">
      <span
        className={`flex size-14 shrink-0 items-center justify-center rounded-full sm:size-16 ${
          failed ? "bg-trouble-soft text-trouble-text" : "bg-go-soft text-go-text"
        }`}
      >
        <Icon name={statusIcon(order.status)} size={32} />
      </span>
      <div className="min-w-0">
        <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
          <span role="status">{order.status_label}</span>
        </h1>
        <PromiseLine order={order} />
        <p className="text-sm text-muted">
          {order.branch.name} · <Ltr>{order.number}</Ltr> ·{" "}
          <bdi>{t("orders:placed", { when: format.dayTime(Date.parse(order.created_at)) })}</bdi>
        </p>
      </div>
    </div>
  );
}

function Progress({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Timeline
      label={t("orders:progress")}
      stateLabels={{
        done: t("orders:state_done"),
        current: t("orders:state_current"),
        todo: t("orders:state_todo"),
        failed: t("orders:state_failed"),
      }}
      steps={timelineOf(order).map((step) => ({
        id: step.id,
        title: step.label,
        time: step.at === null ? undefined : format.dayTime(step.at),
        note: step.reason ? <bdi>{step.reason}</bdi> : undefined,
        state: step.state,
        ...(step.state === "done" || step.state === "failed"
          ? {}
          : { icon: statusIcon(step.status) }),
      }))}
    />
  );
}

/** Whether this page keeps itself up to date at the moment. */
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

/** Help first, then what else can be done with this order. */
function Actions({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { id, number } = order;
  return (
    <Card as="section" aria-label={t("orders:actions")} className="flex flex-col gap-2">
      <ButtonLink to={paths.helpWith(id)} icon="help" wide>
        {t("orders:get_help")}
      </ButtonLink>
      {order.branch.phone && (
        <ButtonLink to={`tel:${order.branch.phone}`} icon="phone" wide>
          {t("orders:call_branch")}
        </ButtonLink>
      )}
      {order.delivered_at !== null && (
        <ButtonLink to={paths.rateOrder(id)} variant="primary" icon="star" wide>
          {t("ratings:rate")}
        </ButtonLink>
      )}
      {order.can_reorder && (
        <Button icon="refresh" wide onClick={() => openDialog("reorder", { id, number })}>
          {t("orders:reorder")}
        </Button>
      )}
      {order.status !== "draft" && (
        <ButtonLink to={paths.orderInvoice(id)} icon="receipt" wide>
          {t("orders:invoice")}
        </ButtonLink>
      )}
      {["delivered", "in_return", "return_received", "returned"].includes(order.status) && (
        <ReturnOffer order={id} />
      )}
      {order.can_cancel ? (
        <Button
          variant="plain"
          wide
          className="text-trouble-text"
          onClick={() => openDialog("cancelOrder", { id, number, paid: order.paid > 0 })}
        >
          {t("orders:cancel")}
        </Button>
      ) : (
        order.cannot_cancel_reason &&
        ["shipped", "out_for_delivery", "processing"].includes(order.status) && (
          <p className="text-sm text-muted">{order.cannot_cancel_reason}</p>
        )
      )}
    </Card>
  );
}

function OrderSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t("orders:loading_order")} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Skeleton shape="circle" className="size-14" />
        <div className="flex-1">
          <Skeleton className="w-1/3 text-2xl" />
          <Skeleton className="w-1/2" />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[1fr_24rem]">
        <Skeleton shape="block" className="h-96" />
        <Skeleton shape="block" className="h-64" />
      </div>
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:one_title"), noIndex: true }),
  Component: OrderPage,
});
