import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { writeFigures } from "../../../../lib/format/figures";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Totals } from "../../../../shop/cart/Totals";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Failure } from "../../../../ui/Failure";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Section } from "../../../../ui/Section";
import { AtTheDoor } from "../../orders/components/AtTheDoor";
import { Delivery } from "../../orders/components/Delivery";
import { HowItEnded } from "../../orders/components/HowItEnded";
import { OrderItems } from "../../orders/components/OrderItems";
import { OrderSkeleton } from "../../orders/components/OrderSkeleton";
import { OrderSteps } from "../../orders/components/OrderSteps";
import { statusIcon } from "../../orders/components/StatusBadge";
import { isFailed, isLive } from "../../orders/model";
import { type CallOrder, callOrderQuery, cancelCallOrder } from "../api";
import { tokenOf } from "../kept";

const ConfirmDialog = lazy(() => import("../../../../ui/ConfirmDialog"));

/** The polling intervals: while the branch may be calling, and later. */
const soon = 4_000;
const later = 20_000;

/** An order without an account: its code until the branch has called, then its progress. */
function CallOrderPage() {
  const { t } = useTranslation();
  const scope = useScope();
  const { params } = usePage();
  // Only the browser knows the token: the server renders a placeholder.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(tokenOf(params.id)), [params.id]);
  const query = useQuery({
    ...callOrderQuery(scope, params.id, token ?? ""),
    refetchInterval: ({ state: { data } }) =>
      data?.call.state === "waiting" ? soon : data && isLive(data.order.status) ? later : false,
  });
  return (
    <Container className="flex flex-col gap-4 py-4 sm:py-6">
      {token === "" ? (
        <EmptyState
          picture={<Drawing name="account" />}
          title={t("calls:not_here")}
          text={t("calls:not_here_text")}
          action={<ButtonLink to={paths.home}>{t("calls:to_shop")}</ButtonLink>}
        />
      ) : (
        <Loaded
          query={query}
          texts="orders"
          failed={t("orders:one_failed")}
          offline={t("orders:failed_offline")}
          level={1}
          skeleton={<OrderSkeleton label={t("orders:loading_order")} />}
        >
          {(shown) => <Shown shown={shown} token={token ?? ""} />}
        </Loaded>
      )}
    </Container>
  );
}

function Shown({ shown, token }: { shown: CallOrder; token: string }) {
  const { t } = useTranslation();
  const { order, call } = shown;
  return (
    <>
      {call.state === "waiting" && call.code !== null ? (
        <Waiting shown={shown} code={call.code} />
      ) : (
        <Head shown={shown} />
      )}
      <AtTheDoor order={order} />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <Card>
          <Section title={t("orders:items", { count: order.items_quantity })}>
            <OrderItems order={order} />
          </Section>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("orders:sums")}>
              <Totals
                steps={order.steps}
                currency={order.currency}
                struck={isFailed(order.status)}
              />
            </Section>
          </Card>
          <Card>
            <Section title={t("orders:delivery")}>
              <Delivery order={order} />
            </Section>
          </Card>
          {order.can_cancel && <Cancel id={order.id} token={token} />}
        </div>
      </div>
    </>
  );
}

/** The code in large digits, and the branch that will ask for it. */
function Waiting({ shown: { order, call }, code }: { shown: CallOrder; code: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { figures } = useScope();
  return (
    <Hero tone="go" className="flex flex-col gap-4">
      <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
        <span role="status">{t("calls:waiting")}</span>
      </h1>
      <p className="text-pretty">
        {t("calls:waiting_text", { branch: order.branch.name })}{" "}
        <bdi dir="ltr" className="font-medium whitespace-nowrap">
          {format.phone(call.phone)}
        </bdi>
      </p>
      <div className="flex flex-col gap-1 rounded-card bg-card px-5 py-4 text-ink">
        <p className="text-sm text-muted">{t("calls:code")}</p>
        <p
          dir="ltr"
          data-code
          className="text-5xl font-bold tracking-[0.3em] tabular-nums rtl:text-end"
        >
          {writeFigures(code, figures)}
        </p>
        <p className="text-sm text-muted text-pretty">{t("calls:code_text")}</p>
      </div>
      {call.until !== null && (
        <p className="text-sm text-pretty">
          {t("calls:until", { time: format.dayTime(Date.parse(call.until)) })}
        </p>
      )}
      <Placed order={order} />
    </Hero>
  );
}

function Placed({ order }: Pick<CallOrder, "order">) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 text-sm">
      <span className="font-medium">
        <Isolate>{order.branch.name}</Isolate>
      </span>
      <Ltr>{order.number}</Ltr>
      <bdi>{t("orders:placed", { when: format.dayTime(Date.parse(order.created_at)) })}</bdi>
    </p>
  );
}

/** The progress of an order after the call, or how it failed. */
function Head({ shown: { order, call } }: { shown: CallOrder }) {
  const { t } = useTranslation();
  const failed = isFailed(order.status);
  const live = isLive(order.status);
  return (
    <Hero tone={failed ? "trouble" : live ? "go" : "calm"} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <span
          className={`flex size-14 shrink-0 items-center justify-center rounded-full bg-card ${failed ? "text-trouble-text" : "text-good-text"}`}
        >
          <Icon name={statusIcon(order.status)} size={32} />
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
            <span role="status">
              {order.status === "pending" ? t("calls:confirmed") : order.status_label}
            </span>
          </h1>
          {order.status === "pending" && <p>{t("calls:confirmed_text")}</p>}
          {failed && <HowItEnded order={order} />}
        </div>
      </div>
      {live && <OrderSteps status={order.status} pickup={false} />}
      <Placed order={order} />
      {failed && (
        <ButtonLink
          to={paths.branch(order.branch.slug)}
          variant="primary"
          icon="bag"
          className="self-start"
        >
          {t(call.state === "ended" ? "calls:again" : "calls:to_branch")}
        </ButtonLink>
      )}
      {live && <p className="text-sm text-pretty">{t("calls:keep")}</p>}
    </Hero>
  );
}

function Cancel({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const action = useAction();
  const [asked, setAsked] = useState(false);
  const cancel = () =>
    action
      .run(async () => {
        client.setQueryData(
          callOrderQuery(scope, id, token).queryKey,
          await cancelCallOrder(id, token),
        );
      })
      .finally(() => setAsked(false));
  return (
    <>
      <Button variant="soft" onClick={() => setAsked(true)}>
        {t("calls:cancel")}
      </Button>
      <Failure of={action.failure} />
      {asked && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title={t("calls:cancel_title")}
            text={t("calls:cancel_text")}
            confirmLabel={t("calls:cancel")}
            cancelLabel={t("calls:cancel_not")}
            onConfirm={() => void cancel()}
            onCancel={() => setAsked(false)}
            busy={action.busy}
            danger
          />
        </Suspense>
      )}
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:one_title"), noIndex: true }),
  Component: CallOrderPage,
});
