import { useQuery } from "@tanstack/react-query";
import { ApiError, NoResponseError } from "../../../../api/errors";
import { useFailureHint, useFailureText } from "../../../../api/failure";
import type { Invoice } from "../../../../api/types";
import { formatDate } from "../../../../lib/format/dates";
import { formatMoney } from "../../../../lib/format/money";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { ErrorState } from "../../../../ui/ErrorState";
import { Wordmark } from "../../../../ui/Logo";
import { Ltr } from "../../../../ui/Ltr";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { type SumLine, SumList } from "../../../../ui/SumList";
import { VariantName } from "../../../../ui/VariantName";
import { invoiceQuery } from "../api";
import { InvoiceDownload } from "../components/InvoiceDownload";
import { paidFor } from "../model";

function InvoicePage() {
  return (
    <Container width="text" className="flex flex-col gap-5 py-6 print:max-w-none print:p-0">
      <SignInFirst>
        <Loaded />
      </SignInFirst>
    </Container>
  );
}

function Loaded() {
  const { t } = useTranslation();
  const { params } = usePage();
  const words = useFailureText();
  const whatToDo = useFailureHint();
  const { data, error, fetchStatus, isFetching, refetch } = useQuery(
    invoiceQuery(useScope(), params.id),
  );
  if (data) {
    return (
      <>
        <div className="flex flex-wrap justify-between gap-3 print:hidden">
          <ButtonLink to={paths.myOrder(params.id)} icon="arrow-start" variant="plain">
            {t("orders:back_to_order")}
          </ButtonLink>
          <div className="flex flex-wrap gap-2">
            <Button icon="print" onClick={() => window.print()}>
              {t("orders:print")}
            </Button>
            <InvoiceDownload invoice={data} />
          </div>
        </div>
        <Sheet invoice={data} />
      </>
    );
  }
  if (error || fetchStatus === "paused") {
    // "Nothing was paid for this order": trying again does not help.
    const refused = error instanceof ApiError && error.status < 500;
    return (
      <ErrorState
        level={1}
        icon={refused ? "receipt" : error ? "alert" : "wifi-off"}
        title={t(refused ? "orders:invoice_none" : "orders:invoice_failed")}
        text={words(error ?? new NoResponseError())}
        hint={whatToDo(error)}
        {...(refused ? {} : { retryLabel: t("orders:retry"), onRetry: () => void refetch() })}
        retrying={isFetching}
        action={<ButtonLink to={paths.myOrder(params.id)}>{t("orders:back_to_order")}</ButtonLink>}
      />
    );
  }
  return (
    <SkeletonGroup label={t("orders:loading_invoice")}>
      <Skeleton shape="block" className="h-[40rem]" />
    </SkeletonGroup>
  );
}

/** Keys for lines, which have no ids; an invoice may have the same product twice. */
function lineKeys(lines: Invoice["lines"]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.name} ${line.variant} ${line.extras}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return `${name} ${times}`;
  });
}

/** The sheet itself: the same on screen and on paper. */
function Sheet({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const scope = useScope();
  return (
    <article className="flex flex-col gap-6 rounded-card bg-card p-5 shadow-soft sm:p-8 print:rounded-none print:p-0 print:text-sm print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="flex items-center gap-2 text-xl font-bold text-go-text">
            <Wordmark name={t("shell:brand")} />
          </p>
          <h1 className="text-2xl font-semibold">{t("orders:invoice_title")}</h1>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted">{t("orders:invoice_number")}</dt>
          <dd className="text-end font-semibold">
            <Ltr>{invoice.number}</Ltr>
          </dd>
          <dt className="text-muted">{t("orders:invoice_date")}</dt>
          <dd className="text-end">{formatDate(Date.parse(invoice.issued_at), scope)}</dd>
          <dt className="text-muted">{t("orders:invoice_status")}</dt>
          <dd className="text-end">{invoice.status_label}</dd>
          <dt className="text-muted">{t("orders:payment")}</dt>
          <dd className="text-end">
            {invoice.paid_by.length > 1
              ? invoice.paid_by.map((one) => (
                  <span key={one.kind} className="block">
                    {one.label} <bdi>{formatMoney(one.amount, invoice.currency, scope)}</bdi>
                  </span>
                ))
              : invoice.payment_label}
          </dd>
        </dl>
      </header>
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title={t("orders:seller")} party={invoice.seller} />
        <Party title={t("orders:buyer")} party={invoice.buyer} />
      </div>
      <Lines invoice={invoice} />
      <div className="grid items-start gap-6 sm:grid-cols-2 print:grid-cols-2">
        {invoice.untaxed ? <div /> : <VatGroups invoice={invoice} />}
        <Sums invoice={invoice} />
      </div>
      <p className="text-sm text-muted">
        {t(invoice.untaxed ? "orders:invoice_note_untaxed" : "orders:invoice_note")}
      </p>
    </article>
  );
}

function Party({ title, party }: { title: string; party: Invoice["seller"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const numbers = [
    ["orders:tax_number", party.tax_number],
    ["orders:vat_number", party.vat_number],
    ["orders:commercial", party.commercial],
    ["orders:branch_code", party.code],
  ] as const;
  return (
    <section>
      <h2 className="text-sm text-muted">
        <Isolate>{title}</Isolate>
      </h2>
      <p className="font-semibold">
        <bdi>{party.name}</bdi>
      </p>
      {party.branch && <p>{party.branch}</p>}
      {party.legal_name && (
        <p className="text-sm">
          <bdi>{party.legal_name}</bdi>
        </p>
      )}
      <p className="text-sm">
        <Words>{party.address}</Words>
      </p>
      {party.phone && (
        <p className="text-sm">
          <bdi dir="ltr">{format.phone(party.phone)}</bdi>
        </p>
      )}
      {numbers.map(
        ([label, number]) =>
          number && (
            <p key={label} className="text-sm">
              {t(label)} <bdi dir="ltr">{format.words(number)}</bdi>
            </p>
          ),
      )}
    </section>
  );
}

/** Columns that phones show below the item instead. */
const wide = "hidden sm:table-cell print:table-cell";
// Columns are at least as wide as their longest word.
const cell =
  "py-2 ps-4 text-end align-top wrap-break-word tabular-nums first:ps-0 first:text-start";

function Lines({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const keys = lineKeys(invoice.lines);
  const discounted = invoice.lines.some((line) => line.discount > 0);
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{t("orders:invoice_lines")}</caption>
      <thead className="border-b-2 border-ink text-muted">
        <tr>
          <th className={cell}>{t("orders:col_item")}</th>
          <th className={`${cell} ${wide}`}>{t("orders:col_qty")}</th>
          <th className={`${cell} ${wide}`}>{t("orders:col_price")}</th>
          {discounted && <th className={`${cell} ${wide}`}>{t("orders:col_discount")}</th>}
          {!invoice.untaxed && <th className={`${cell} ${wide}`}>{t("orders:col_vat")}</th>}
          <th className={cell}>{t("orders:col_total")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {invoice.lines.map((line, place) => (
          <tr key={keys[place]} className="break-inside-avoid">
            <th scope="row" className={`${cell} font-normal`}>
              <Isolate>{line.name}</Isolate>
              <VariantName>{line.variant}</VariantName>
              {line.extras && (
                <span className="block text-sm text-muted">
                  <Words>{line.extras}</Words>
                </span>
              )}
              <span className="block text-muted sm:hidden print:hidden">
                {`${format.amount(...paidFor(line))} × ${format.money(line.unit_price, invoice.currency, line.unit_grams)}`}
                {!invoice.untaxed &&
                  ` · ${t("orders:vat_of", { percent: format.number(line.vat_percent, 2) })}`}
              </span>
            </th>
            <td className={`${cell} ${wide}`}>{format.amount(...paidFor(line))}</td>
            <td className={`${cell} ${wide}`}>
              <bdi>{format.money(line.unit_price, invoice.currency, line.unit_grams)}</bdi>
            </td>
            {discounted && (
              <td className={`${cell} ${wide}`}>
                <bdi>{line.discount > 0 ? money(-line.discount) : "–"}</bdi>
              </td>
            )}
            {!invoice.untaxed && (
              <td className={`${cell} ${wide}`}>
                {t("orders:percent", { percent: format.number(line.vat_percent, 2) })}
              </td>
            )}
            <td className={cell}>
              <bdi>{money(line.total)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function VatGroups({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="pb-1 text-start text-muted">{t("orders:vat_groups")}</caption>
      <thead className="border-b border-ink text-muted">
        <tr>
          <th className={cell}>{t("orders:col_vat")}</th>
          <th className={cell}>{t("orders:col_net")}</th>
          <th className={cell}>{t("orders:col_tax")}</th>
          <th className={cell}>{t("orders:col_gross")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {invoice.vat_groups.map((group) => (
          <tr key={group.vat_percent}>
            <th scope="row" className={`${cell} font-normal`}>
              {t("orders:percent", { percent: format.number(group.vat_percent, 2) })}
            </th>
            <td className={cell}>
              <bdi>{money(group.net)}</bdi>
            </td>
            <td className={cell}>
              <bdi>{money(group.tax)}</bdi>
            </td>
            <td className={cell}>
              <bdi>{money(group.gross)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { totals, coupon_code } = invoice;
  const line = (id: string, label: string, amount: number, tone?: SumLine["tone"]): SumLine => ({
    id,
    label,
    value: format.money(amount, invoice.currency),
    ...(tone ? { tone } : {}),
  });
  return (
    <SumList
      lines={[
        line("price", t("orders:sum_items"), totals.price),
        ...(totals.coupon_discount > 0
          ? [
              line(
                "coupon",
                coupon_code
                  ? t("orders:sum_coupon_code", { code: coupon_code })
                  : t("orders:sum_coupon"),
                -totals.coupon_discount,
                "less",
              ),
            ]
          : []),
        line("delivery", t("orders:sum_delivery"), totals.delivery_price),
        ...(totals.tip > 0 ? [line("tip", t("orders:sum_tip"), totals.tip)] : []),
        {
          ...line("total", t("orders:sum_total"), totals.total, "total"),
          note: t("basket:vat_included", { amount: format.money(totals.tax, invoice.currency) }),
        },
        ...(totals.rounding > 0
          ? [line("rounding", t("orders:sum_rounding"), -totals.rounding, "less")]
          : []),
        ...(totals.paid > 0 ? [line("paid", t("orders:sum_paid"), totals.paid)] : []),
        ...(totals.refund > 0
          ? [line("refund", t("orders:sum_refund"), -totals.refund, "less")]
          : []),
        ...(totals.due > 0 ? [line("due", t("orders:sum_due"), totals.due)] : []),
      ]}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:invoice_title"), noIndex: true }),
  Component: InvoicePage,
});
