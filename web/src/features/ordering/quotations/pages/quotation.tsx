import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Quotation } from "../../../../api/types";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Totals } from "../../../../shop/cart/Totals";
import { quotationSource } from "../../../../shop/checkoutSource";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { stateLabels } from "../../../../shop/stateLabels";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { Timeline } from "../../../../ui/Timeline";
import { Checkout } from "../../checkout/pages/checkout";
import { OrderSkeleton } from "../../orders/components/OrderSkeleton";
import { quotationQuery } from "../api";
import { Answers } from "../components/Answers";
import { DocumentButton } from "../components/DocumentButton";
import { Items } from "../components/Items";
import { QuotationSteps } from "../components/QuotationSteps";
import { stateIcon } from "../components/StateBadge";
import { askPath, isOpen, nextStep } from "../model";

/** The polling interval while staff have to answer. */
const lookEvery = 30_000;

function QuotationPage() {
  return (
    <Container className="flex flex-col gap-4 py-4 sm:py-6">
      <SignInFirst>
        <One />
      </SignInFirst>
    </Container>
  );
}

function One() {
  const { t } = useTranslation();
  const { params } = usePage();
  const result = useQuery({
    ...quotationQuery(useScope(), params.id),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.state) ? lookEvery : false),
  });
  return (
    <Loaded
      query={result}
      texts="quotations"
      failed={t("quotations:one_failed")}
      offline={t("quotations:failed_offline")}
      level={1}
      skeleton={<OrderSkeleton label={t("quotations:loading")} first="h-80" />}
    >
      {(quotation) => <Whole quotation={quotation} />}
    </Loaded>
  );
}

function Whole({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const { offer } = quotation;
  const step = nextStep(quotation);
  return (
    <>
      <Breadcrumbs
        label={t("orders:crumbs")}
        items={[
          { label: t("quotations:title"), to: paths.myQuotations },
          { label: quotation.number },
        ]}
      />
      <Head quotation={quotation} />
      <Say quotation={quotation} />
      {step === "order" && (
        <Section title={t("quotations:order_title")} text={t("quotations:order_text")}>
          <Checkout service={quotationSource(quotation.id)} />
        </Section>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <Section title={t("quotations:items", { count: quotation.items.length })}>
              <Items quotation={quotation} />
            </Section>
          </Card>
          <Card>
            <Section title={t("quotations:history")}>
              <History quotation={quotation} />
            </Section>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {offer && step !== "order" && (
            <Card>
              <Section title={t("quotations:sums")}>
                <Totals
                  steps={offer.steps}
                  currency={quotation.currency}
                  struck={nextStep(quotation) === "ended"}
                  saved={
                    quotation.order_id ? undefined : (amount) => t("quotations:saves", { amount })
                  }
                />
              </Section>
            </Card>
          )}
          <Card className="empty:hidden">
            <Answers quotation={quotation} />
            {offer && <DocumentButton quotation={quotation} />}
            {step === "ended" && (
              <ButtonLink to={askPath("list", quotation.service.id)} icon="plus" wide>
                {t("quotations:ask_again")}
              </ButtonLink>
            )}
          </Card>
          <Facts quotation={quotation} />
        </div>
      </div>
    </>
  );
}

function Head({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const live = isOpen(quotation.state) || quotation.state === "ordered";
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(quotation.state);
  useEffect(() => {
    // The answer button is at the bottom: the next step is shown at the top.
    if (before.current === "priced" && quotation.state === "accepted") heading.current?.focus();
    before.current = quotation.state;
  }, [quotation.state]);
  return (
    <Hero tone={live ? "go" : "calm"} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-card text-go-text sm:size-16">
          <Icon name={stateIcon(quotation.state)} size={32} />
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <h1
            ref={heading}
            tabIndex={-1}
            className="scroll-mt-32 text-2xl leading-tight font-semibold outline-none sm:text-3xl"
          >
            <span role="status">{quotation.state_label}</span>
          </h1>
          {quotation.offer && (
            <p className="text-lg leading-snug font-medium">
              <bdi>{format.money(quotation.offer.total, quotation.currency)}</bdi>
            </p>
          )}
        </div>
      </div>
      <QuotationSteps state={quotation.state} />
      <div className="flex items-center gap-3">
        <StoreMark name={quotation.store.name} image={quotation.store_image} className="size-10" />
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm">
          <span className="font-medium">
            <Isolate>{quotation.branch.name}</Isolate>
          </span>
          <Ltr>{quotation.number}</Ltr>
          <bdi>
            {t("quotations:asked", { when: format.dayTime(Date.parse(quotation.created_at)) })}
          </bdi>
        </p>
      </div>
    </Hero>
  );
}

/** The customer's next step, and its deadline. */
function Say({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { offer } = quotation;
  const step = nextStep(quotation);
  if (step === "wait") {
    return (
      <Notice icon="clock" title={t("quotations:wait")}>
        {t(quotation.state === "requested" ? "quotations:wait_text" : "quotations:wait_change")}
      </Notice>
    );
  }
  if (step === "done" && quotation.order_id) {
    return (
      <Notice
        tone="success"
        title={t("quotations:done")}
        action={
          <ButtonLink to={paths.myOrder(quotation.order_id)} size="sm" icon="bag">
            {t("quotations:to_order")}
          </ButtonLink>
        }
      />
    );
  }
  if (!offer || (step !== "answer" && step !== "order")) return null;
  return (
    <Notice
      tone="success"
      icon="note"
      title={t("quotations:holds", { when: format.dayTime(Date.parse(offer.expires_at)) })}
    >
      {offer.note && <bdi className="mt-1 block">{offer.note}</bdi>}
    </Notice>
  );
}

/** The events of a quotation with their messages; earlier offers with their totals. */
function History({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const offers = new Map(
    [...quotation.earlier, ...(quotation.offer ? [quotation.offer] : [])].map((one) => [
      one.version,
      one,
    ]),
  );
  const last = quotation.timeline.length - 1;
  return (
    <Timeline
      label={t("quotations:history")}
      stateLabels={stateLabels(t)}
      steps={quotation.timeline.map((moment, at) => {
        const offer = moment.state === "priced" ? offers.get(moment.version) : undefined;
        return {
          id: String(moment.seq),
          title: offer
            ? t("quotations:offer_of", {
                label: moment.label,
                total: format.money(offer.total, quotation.currency),
              })
            : moment.label,
          time: format.dayTime(Date.parse(moment.at)),
          note: moment.note ? <bdi>{moment.note}</bdi> : undefined,
          state:
            at < last
              ? "done"
              : moment.state === "declined" || moment.state === "expired"
                ? "failed"
                : isOpen(quotation.state)
                  ? "current"
                  : "done",
        };
      })}
    />
  );
}

function Facts({ quotation }: { quotation: Quotation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = [
    { label: t("quotations:deliver"), value: quotation.district.name },
    { label: t("quotations:company"), value: quotation.company_name },
    {
      label: t("quotations:tax_number"),
      value: <Ltr>{quotation.tax_number}</Ltr>,
      is: quotation.tax_number,
    },
    { label: t("quotations:note"), value: quotation.note },
    {
      label: t("quotations:branch_phone"),
      value: quotation.branch.phone && <Ltr>{format.phone(quotation.branch.phone)}</Ltr>,
    },
  ].filter(({ value, is }) => (is === undefined ? value : is) !== "");
  return (
    <Card>
      <dl className="flex flex-col gap-3">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-muted">
              <Isolate>{label}</Isolate>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:one_title"), noIndex: true }),
  Component: QuotationPage,
});
