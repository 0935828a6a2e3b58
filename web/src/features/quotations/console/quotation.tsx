import { useQuery } from "@tanstack/react-query";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { BackLink } from "../../../ui/BackLink";
import { Card } from "../../../ui/Card";
import { Gone } from "../../../ui/Gone";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { StateBadge } from "../components/StateBadge";
import { type ConsoleQuotation, quotationQuery } from "./api";
import { OfferForm } from "./components/OfferForm";
import { OfferTable } from "./components/OfferTable";
import { Proposal } from "./components/Proposal";
import { TurnDown } from "./components/TurnDown";

function QuotationPage() {
  const { t } = useTranslation("quotations");
  const { params } = usePage();
  const result = useQuery(quotationQuery(useScope(), params.id));
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <BackLink to="/quotations">{t("to_queue")}</BackLink>
      <Loaded
        query={result}
        texts="quotations"
        level={1}
        instead={{ 404: () => <Gone title={t("gone")} to="/quotations" back={t("to_queue")} /> }}
        skeleton={
          <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
            <Skeleton className="w-56 text-2xl" />
            <Skeleton shape="block" className="h-80" />
          </SkeletonGroup>
        }
      >
        {(quotation) => <One quotation={quotation} />}
      </Loaded>
    </div>
  );
}

function One({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const asked = quotation.timeline.findLast(({ state }) => state === "change_requested");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-2xl font-bold">
          <Ltr>{quotation.number}</Ltr>
        </h1>
        <StateBadge state={quotation.state} label={quotation.state_label} />
        <span className="text-muted">
          <bdi>{quotation.branch.name}</bdi>
        </span>
      </div>
      {quotation.state === "change_requested" && asked && (
        <Notice tone="warning" icon="chat" title={t("change_asked")}>
          <bdi>{asked.note}</bdi>
        </Notice>
      )}
      <Proposal quotation={quotation} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
        {quotation.can_price ? (
          // Begun anew when something happened: the offer is for what is there now.
          <OfferForm key={quotation.event_seq} quotation={quotation} />
        ) : (
          <OfferTable quotation={quotation} />
        )}
        <div className="flex flex-col gap-4">
          <Facts quotation={quotation} />
          {quotation.can_turn_down && <TurnDown quotation={quotation} />}
          <Card>
            <Events quotation={quotation} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Facts({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  const { customer } = quotation;
  const facts = [
    { label: t("customer"), value: customer.name },
    { label: t("phone"), value: customer.phone && format.phone(customer.phone), ltr: true },
    { label: t("company"), value: quotation.company_name },
    { label: t("tax_number"), value: quotation.tax_number, ltr: true },
    { label: t("deliver"), value: quotation.district.name },
    { label: t("note"), value: quotation.note },
  ].filter(({ value }) => value !== "");
  return (
    <Card>
      <dl className="flex flex-col gap-3">
        {facts.map(({ label, value, ltr }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{ltr ? <Ltr>{value}</Ltr> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Events({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  return (
    <Section title={t("events")}>
      <ol className="flex flex-col gap-3">
        {quotation.timeline.map((moment) => (
          <li key={moment.seq}>
            <p className="font-medium">
              {moment.label}
              <span className="font-normal text-muted">{` · ${t(`by_${moment.by}`)}`}</span>
            </p>
            <p className="text-sm text-muted">
              <bdi>{format.dayTime(Date.parse(moment.at))}</bdi>
            </p>
            {moment.note && (
              <p className="text-sm">
                <bdi>{moment.note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:title"), noIndex: true }),
  Component: QuotationPage,
});
