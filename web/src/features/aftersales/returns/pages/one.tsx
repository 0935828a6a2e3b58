import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { capital } from "../../../../lib/format/capital";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { AddressLines } from "../../../../shop/addresses/AddressLines";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { stateLabels } from "../../../../shop/stateLabels";
import { useTimes } from "../../../../shop/useTimes";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { ListAction } from "../../../../ui/ListAction";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { Timeline } from "../../../../ui/Timeline";
import { type Return, returnableQuery, returnQuery, returnsList, withdrawReturn } from "../api";
import { GivenBack } from "../components/GivenBack";
import { RefundSums } from "../components/RefundSums";
import { stateIcon } from "../components/StateBadge";
import { isFailed, isOver, timelineOf } from "../model";

/** The polling interval while the return is under way. */
const lookEvery = 20_000;

function ReturnPage() {
  return (
    <Container className="flex flex-col gap-4 py-4 sm:py-6">
      <SignInFirst>
        <Followed />
      </SignInFirst>
    </Container>
  );
}

function Followed() {
  const { t } = useTranslation();
  const { params } = usePage();
  const one = useQuery({
    ...returnQuery(useScope(), params.id),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : lookEvery),
  });
  return (
    <Loaded
      query={one}
      texts="orders"
      failed={t("returns:one_failed")}
      offline={t("orders:failed_offline")}
      level={1}
      skeleton={
        <SkeletonGroup label={t("returns:loading")} className="flex flex-col gap-4">
          <Skeleton className="w-1/3 text-2xl" />
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
            <Skeleton shape="block" className="h-96" />
            <Skeleton shape="block" className="h-64" />
          </div>
        </SkeletonGroup>
      }
    >
      {(one) => <OneReturn one={one} />}
    </Loaded>
  );
}

function OneReturn({ one }: { one: Return }) {
  const { t } = useTranslation();
  const format = useFormat();
  const steps = timelineOf(one);
  const times = useTimes(steps.map(({ at }) => at));
  return (
    <>
      <Breadcrumbs
        label={t("orders:crumbs")}
        items={[{ label: t("returns:title"), to: paths.returnOrders }, { label: one.number }]}
      />
      <Hero
        tone={isFailed(one.state) ? "trouble" : isOver(one.state) ? "calm" : "go"}
        className="flex flex-col gap-4"
      >
        <div className="flex items-center gap-4">
          <span
            className={`flex size-14 shrink-0 items-center justify-center self-start rounded-full bg-card sm:size-16 ${
              isFailed(one.state) ? "text-trouble-text" : "text-good-text"
            }`}
          >
            <Icon name={stateIcon(one.state)} size={32} />
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
              <span role="status">{one.state_label}</span>
            </h1>
            {one.next && (
              <p className="text-lg leading-snug text-pretty">
                <Words>{one.next}</Words>
              </p>
            )}
          </div>
        </div>
        <div className="flex items-center gap-3">
          <StoreMark name={one.store.name} image={one.store_image} className="size-10" />
          <p className="flex min-w-0 flex-wrap gap-x-3 text-sm">
            <span className="font-medium">
              <Isolate>{one.store.name}</Isolate>
            </span>
            <Ltr>{one.number}</Ltr>
            <bdi>{format.dayTime(Date.parse(one.created_at))}</bdi>
          </p>
        </div>
      </Hero>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("returns:progress")}>
              <Timeline
                label={t("returns:progress")}
                stateLabels={stateLabels(t)}
                steps={steps.map((entry, place) => ({
                  id: entry.id,
                  title: entry.label,
                  time: times[place],
                  note: entry.reason ? <bdi>{entry.reason}</bdi> : undefined,
                  state: entry.mark,
                  ...(entry.mark === "current" || entry.mark === "todo"
                    ? { icon: stateIcon(entry.state) }
                    : {}),
                }))}
              />
            </Section>
          </Card>
          <Card>
            <Section title={t("returns:units", { count: one.units })}>
              <GivenBack one={one} />
            </Section>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("returns:refund")} text={one.refund.state_label}>
              <RefundSums
                steps={one.refund.steps}
                parts={one.refund.parts}
                currency={one.refund.currency}
                account={one.refund.bank_masked}
              />
            </Section>
          </Card>
          <Card>
            <Section title={t("returns:step_pickup")}>
              <div>
                <AddressLines address={one.pickup.address} />
              </div>
              <p className="font-medium">
                {capital(format.day(Date.parse(one.pickup.from)))}
                {t("returns:comma")}
                {t("returns:from_to", {
                  from: format.time(Date.parse(one.pickup.from)),
                  to: format.time(Date.parse(one.pickup.to)),
                })}
              </p>
            </Section>
          </Card>
          <Actions one={one} />
        </div>
      </div>
    </>
  );
}

function Actions({ one }: { one: Return }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAction();
  async function withdraw() {
    const { queryKey } = returnQuery(scope, one.id);
    await run(
      async () => {
        client.setQueryData(queryKey, await withdrawReturn(one.id));
        void client.invalidateQueries({ queryKey: returnsList(scope).queryKey });
        void client.invalidateQueries({ queryKey: returnableQuery(scope, one.order.id).queryKey });
      },
      { failed: () => void client.invalidateQueries({ queryKey }) },
    );
    setAsking(false);
  }
  return (
    <Card
      as="section"
      padding="none"
      aria-label={t("orders:actions")}
      className="divide-y divide-line overflow-hidden"
    >
      <ListAction to={paths.helpWith(one.order.id)} icon="help">
        {t("orders:get_help")}
      </ListAction>
      <ListAction to={paths.myOrder(one.order.id)} icon="receipt">
        {t("returns:see_order")}
      </ListAction>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {one.can_withdraw &&
        (asking ? (
          <Notice tone="warning" live title={t("returns:withdraw_ask")}>
            <span className="mt-2 flex flex-wrap gap-2">
              <Button variant="danger" size="sm" loading={busy} onClick={() => void withdraw()}>
                {t("returns:withdraw")}
              </Button>
              <Button size="sm" onClick={() => setAsking(false)}>
                {t("returns:go_on")}
              </Button>
            </span>
          </Notice>
        ) : (
          <Button
            variant="plain"
            wide
            className="text-trouble-text"
            onClick={() => setAsking(true)}
          >
            {t("returns:withdraw")}
          </Button>
        ))}
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:one_title"), noIndex: true }),
  Component: ReturnPage,
});
