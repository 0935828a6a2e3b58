import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ConsoleRefund, Credit } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { meQuery } from "../../../../backoffice/me";
import { RecordList } from "../../../../backoffice/RecordList";
import { readAmount } from "../../../../lib/format/amount";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import {
  creditsList,
  decideCredit,
  type Found,
  findCustomer,
  giveCredit,
  markPaid,
  refundsList,
} from "./api";

/** Refunds to transfer, and money given to customers. */
function FinancePage() {
  const { t } = useTranslation("finance");
  const { data: me } = useQuery(meQuery(useScope()));
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-8">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      {me?.capabilities.includes("refunds.pay") && <Refunds />}
      <Credits />
    </div>
  );
}

function Refunds() {
  const { t } = useTranslation("finance");
  const list = useInfiniteQuery(refundsList(useScope()));
  return (
    <RecordList<ConsoleRefund>
      bare
      title={t("refunds")}
      list={list}
      draw={(refund) => <RefundRow refund={refund} />}
      empty={{ icon: "check", title: t("no_refunds"), text: t("no_refunds_text") }}
    >
      <p className="text-muted">{t("refunds_text")}</p>
    </RecordList>
  );
}

function RefundRow({ refund }: { refund: ConsoleRefund }) {
  const { t } = useTranslation("finance");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  const form = useFields({ reference: "" }, ({ reference }) => ({
    reference: reference.trim() === "" ? t("required") : undefined,
  }));

  async function mark() {
    await markPaid(refund.id, form.values.reference);
    await client.invalidateQueries({ queryKey: refundsList(scope).queryKey });
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{format.money(refund.amount, refund.currency)}</bdi> ·{" "}
          {t("order", { number: refund.order_number })}
        </h3>
        <Badge {...(refund.state === "failed" ? { tone: "trouble" as const } : {})}>
          {t(refund.state === "failed" ? "state_failed" : "state_waiting")}
        </Badge>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{refund.customer}</span>
        <Ltr>{refund.phone}</Ltr>
        <span>{t(refund.way === "bank" ? "way_bank" : "way_card")}</span>
        <span>{format.date(Date.parse(refund.created_at))}</span>
      </p>
      {refund.bank && (
        <p>
          {t("to")}: <bdi>{refund.bank}</bdi>
        </p>
      )}
      {refund.can_pay && (
        <form
          ref={form.ref}
          onSubmit={form.submit(mark)}
          noValidate
          className="flex flex-wrap items-end gap-3"
        >
          <TextInput
            {...form.field("reference")}
            label={t("reference")}
            error={form.error("reference") ?? form.problem ?? undefined}
            dir="ltr"
            className="min-w-60 flex-1"
          />
          <Button type="submit" variant="soft" loading={form.busy}>
            {t("mark")}
          </Button>
        </form>
      )}
    </div>
  );
}

function Credits() {
  const { t } = useTranslation("finance");
  const list = useInfiniteQuery(creditsList(useScope()));
  return (
    <RecordList<Credit>
      bare
      title={t("credits")}
      list={list}
      draw={(credit) => <CreditRow credit={credit} />}
      empty={{ icon: "wallet", title: t("no_credits"), text: t("no_credits_text") }}
    >
      <p className="text-muted">{t("credits_text")}</p>
      <GiveForm />
    </RecordList>
  );
}

function GiveForm() {
  const { t } = useTranslation("finance");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  // The console's search passes a customer's phone after the #, so that no server logs it.
  const form = useFields(() => ({
    phone:
      typeof window === "undefined"
        ? ""
        : (new URLSearchParams(window.location.hash.slice(1)).get("phone") ?? ""),
    amount: "",
    reason: "",
  }));
  const { phone, amount, reason } = form.values;
  const [found, setFound] = useState<Found | null>(null);
  const keys = useTryKey();
  const [done, setDone] = useState<string | null>(null);

  const find = form.submit(async () => setFound(await findCustomer(phone)));
  const give = form.submit(
    async () => {
      const sum = readAmount(amount) ?? 0;
      const credit = await giveCredit(phone, sum, reason, keys.of([phone, sum, reason]));
      keys.answered();
      setDone(t(credit.state === "done" ? "given" : "asked"));
      form.reset({ phone, amount: "", reason: "" });
      setFound(null);
      await client.invalidateQueries({ queryKey: creditsList(scope).queryKey });
    },
    { failed: keys.answered },
  );
  function submit(event: FormEvent) {
    setDone(null);
    void (found ? give : find)(event);
  }
  return (
    <Card>
      <form ref={form.ref} onSubmit={submit} noValidate className="flex flex-col gap-3">
        {done !== null && (
          <Notice tone="success" live>
            {done}
          </Notice>
        )}
        <Failure of={form.elsewhere} />
        <TextInput
          {...form.field("phone")}
          label={t("phone")}
          type="tel"
          onValueChange={(phone) => {
            form.set({ phone });
            setFound(null);
          }}
          className="max-w-xs"
        />
        {found && (
          <>
            <p>
              {t("holds", {
                name: found.name,
                amount: format.money(found.balance, found.currency),
              })}
            </p>
            <TextInput
              {...form.field("amount")}
              label={t("amount")}
              inputMode="decimal"
              dir="ltr"
              className="max-w-xs"
            />
            <TextInput {...form.field("reason")} label={t("reason")} hint={t("reason_hint")} />
          </>
        )}
        <div>
          <Button type="submit" variant={found ? "primary" : "soft"} loading={form.busy}>
            {t(found ? "give" : "find")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function CreditRow({ credit }: { credit: Credit }) {
  const { t } = useTranslation("finance");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  const { busy, problem, run } = useAction();

  async function decide(approve: boolean) {
    await run(async () => {
      await decideCredit(credit.id, approve);
    });
    await client.invalidateQueries({ queryKey: creditsList(scope).queryKey });
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{format.money(credit.amount, credit.currency)}</bdi> · <bdi>{credit.customer}</bdi>
        </h3>
        <Badge>{t(`credit_${credit.state}`)}</Badge>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <Ltr>{credit.phone}</Ltr>
        <span>
          <bdi>{credit.reason}</bdi>
        </span>
        <span>{t("by", { name: credit.asked_by })}</span>
        {credit.decided_by !== null && (
          <span>
            {t(credit.state === "declined" ? "declined_by" : "approved_by", {
              name: credit.decided_by,
            })}
          </span>
        )}
      </p>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {credit.why_not !== "" && <p className="text-sm text-muted">{credit.why_not}</p>}
      {credit.can_decide && (
        <div className="flex gap-3">
          <Button size="sm" variant="soft" loading={busy} onClick={() => void decide(true)}>
            {t("approve")}
          </Button>
          <Button size="sm" loading={busy} onClick={() => void decide(false)}>
            {t("decline")}
          </Button>
        </div>
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("finance:title"), noIndex: true }),
  Component: FinancePage,
});
