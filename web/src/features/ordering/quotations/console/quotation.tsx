import { useQuery } from "@tanstack/react-query";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Card } from "../../../../ui/Card";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { StateBadge } from "../components/StateBadge";
import { type ConsoleQuotation, quotationQuery } from "./api";
import { OfferForm } from "./components/OfferForm";
import { OfferTable } from "./components/OfferTable";
import { Proposal } from "./components/Proposal";
import { TurnDown } from "./components/TurnDown";

/** A quotation: the request and the offer. */
function QuotationPage() {
  const { t } = useTranslation("quotations");
  const { params } = usePage();
  const result = useQuery(quotationQuery(useScope(), params.id));
  return (
    <RecordPage<ConsoleQuotation>
      back={{ to: "/quotations", label: t("to_queue") }}
      query={result}
      title={(quotation) => <Ltr>{quotation?.number ?? ""}</Ltr>}
      gone={{ title: t("gone") }}
      wide
      badge={(quotation) =>
        quotation && (
          <>
            <StateBadge state={quotation.state} label={quotation.state_label} />
            <span className="text-muted">
              <bdi>{quotation.branch.name}</bdi>
            </span>
          </>
        )
      }
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(quotation) => quotation && <One quotation={quotation} />}
    </RecordPage>
  );
}

function One({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const asked = quotation.timeline.findLast(({ state }) => state === "change_requested");
  return (
    <>
      {quotation.state === "change_requested" && asked && (
        <Notice tone="warning" icon="chat" title={t("change_asked")}>
          <bdi>{asked.note}</bdi>
        </Notice>
      )}
      <Proposal quotation={quotation} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
        {quotation.can_price ? (
          // Reset when an event happened: the offer refers to the current state.
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
            <dt className="text-sm text-muted">
              <Isolate>{label}</Isolate>
            </dt>
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
