import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../../api/query";
import { useFields } from "../../../../api/useFields";
import { BranchSelect } from "../../../../backoffice/BranchSelect";
import { meQuery } from "../../../../backoffice/me";
import { ShowMore } from "../../../../backoffice/ShowMore";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { readAmount } from "../../../../lib/format/amount";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { cx } from "../../../../ui/cx";
import { Failure } from "../../../../ui/Failure";
import { Loaded } from "../../../../ui/Loaded";
import { LoadedList } from "../../../../ui/LoadedList";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { TextInput } from "../../../../ui/TextInput";
import {
  type Handover,
  handoversList,
  type OpenCash,
  openCashQuery,
  type Taking,
  takeCash,
  takingsQuery,
} from "./api";

const amounts = [
  "goods",
  "delivery",
  "tips",
  "discount",
  "discount_of_store",
  "total",
  "cash",
  "card",
  "wallet",
  "points",
  "rounding",
  "refunds",
] as const;

/** The takings of branches on a day, and the cash that still has to be handed over. */
function TakingsPage() {
  const { t } = useTranslation("takings");
  const scope = useScope();
  const { params, change } = useListAddress("day", "branch_id");
  const takings = useQuery(takingsQuery(scope, params.day, params.branch_id));
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-8">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      <div className="flex flex-wrap items-start gap-3">
        <TextInput
          label={t("day")}
          hint={t("day_hint")}
          type="date"
          value={params.day || (takings.data?.day ?? "")}
          className="w-full sm:w-60"
          onValueChange={(day) => change({ day })}
        />
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={params.branch_id}
          onChange={(id) => change({ branch_id: id })}
        />
      </div>
      <Section title={t("sales")}>
        <Loaded query={takings} texts="takings" skeleton={["h-48"]}>
          {({ branches, all, currency }) =>
            branches.length === 0 ? (
              <p className="text-muted">{t("no_sales")}</p>
            ) : (
              <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                {branches.length > 1 && <Sums name={t("all")} taking={all} currency={currency} />}
                {branches.map((one) => (
                  <Sums
                    key={one.branch.id}
                    name={one.branch.name}
                    taking={one}
                    currency={currency}
                  />
                ))}
              </div>
            )
          }
        </Loaded>
      </Section>
      <ToHandOver branch={params.branch_id} />
      <Handovers branch={params.branch_id} />
    </div>
  );
}

function Sums({ name, taking, currency }: { name: string; taking: Taking; currency: string }) {
  const { t } = useTranslation("takings");
  const format = useFormat();
  return (
    <Card as="article">
      <h3 className="font-semibold">
        <bdi>{name}</bdi>
      </h3>
      <dl className="mt-2 flex flex-col gap-1 text-sm">
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t("orders")}</dt>
          <dd className="tabular-nums">{format.number(taking.orders)}</dd>
        </div>
        {amounts.map((what) =>
          taking[what] === 0 && what !== "total" ? null : (
            <div
              key={what}
              className={cx(
                "flex justify-between gap-3",
                what === "total" && "border-y border-line py-1 font-semibold",
                // A part of the discounts above it.
                what === "discount_of_store" && "ps-4 text-xs",
              )}
            >
              <dt className={what === "total" ? "" : "text-muted"}>{t(what)}</dt>
              <dd className="tabular-nums">
                <bdi>
                  {format.money(
                    what.startsWith("discount") ? -taking[what] : taking[what],
                    currency,
                  )}
                </bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  );
}

function ToHandOver({ branch }: { branch: string }) {
  const { t } = useTranslation("takings");
  const scope = useScope();
  const open = useQuery(openCashQuery(scope, branch));
  const takes = useQuery(meQuery(scope)).data?.capabilities.includes("cash.take") ?? false;
  const [done, setDone] = useState(false);
  return (
    <Section title={t("open")} text={t("open_text")}>
      {done && (
        <Notice tone="success" live>
          {t("taken")}
        </Notice>
      )}
      <Loaded query={open} texts="takings" skeleton={["h-40"]}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t("no_open")}</p>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {list.map((cash) => (
                <li key={`${cash.branch.id} ${cash.courier_id}`}>
                  <Due cash={cash} takes={takes && cash.can_take} onTaken={setDone} />
                  {takes && !cash.can_take && (
                    <p className="mt-1 text-sm text-muted">{t("of_platform")}</p>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The cash that one person has to hand over, and the form for the member of staff who counts it. */
function Due({
  cash,
  takes,
  onTaken,
}: {
  cash: OpenCash;
  takes: boolean;
  onTaken: (done: boolean) => void;
}) {
  const { t } = useTranslation("takings");
  const format = useFormat();
  const client = useQueryClient();
  const cents = (amount: number) => Math.round(amount * 100);
  const form = useFields({ counted: "", reason: "" }, ({ counted, reason }) => {
    const sum = counted.trim() === "" ? null : readAmount(counted);
    return {
      counted: sum === null ? t("amount_wrong") : undefined,
      reason:
        sum !== null && cents(sum) !== cents(cash.amount) && reason.trim() === ""
          ? t("reason_required")
          : undefined,
    };
  });
  const { counted, reason } = form.values;
  const sum = counted.trim() === "" ? null : readAmount(counted);
  const apart = sum === null ? 0 : (cents(sum) - cents(cash.amount)) / 100;
  const again = () =>
    Promise.all(
      ["/console/cash", "/console/cash/handovers"].map((path) =>
        client.invalidateQueries({
          predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path),
        }),
      ),
    );
  const send = form.submit(
    async () => {
      await takeCash({
        branch_id: cash.branch.id,
        courier_id: cash.courier_id,
        expected: cash.amount,
        counted: sum ?? 0,
        reason: apart === 0 ? "" : reason,
      });
      onTaken(true);
      await again();
    },
    // Another member of staff took the cash, or there is more now: show the current amount.
    { failed: () => void again() },
  );
  return (
    <Card as="article" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">
          <bdi>{cash.courier_id === "" ? t("counter") : cash.courier || t("courier")}</bdi>
        </h3>
        <p className="font-semibold tabular-nums">
          {t("due", { amount: format.money(cash.amount, cash.currency) })}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <bdi>{cash.branch.name}</bdi>
        <span>{t("order_count", { count: cash.orders })}</span>
        <span>{t("since", { time: format.dayTime(Date.parse(cash.since)) })}</span>
      </p>
      {takes && (
        <form
          ref={form.ref}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            onTaken(false);
            void send(event);
          }}
        >
          <Failure of={form.elsewhere} />
          <TextInput
            {...form.field("counted")}
            label={t("counted")}
            inputMode="decimal"
            dir="ltr"
            required
          />
          {sum !== null && (
            <p role="status" className="text-sm">
              {apart === 0
                ? t("exact")
                : t(apart < 0 ? "short" : "over", {
                    amount: format.money(Math.abs(apart), cash.currency),
                  })}
            </p>
          )}
          {apart !== 0 && <TextInput {...form.field("reason")} label={t("reason")} required />}
          <div>
            <Button type="submit" variant="soft" loading={form.busy}>
              {t("take")}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

function Handovers({ branch }: { branch: string }) {
  const { t } = useTranslation("takings");
  const list = useInfiniteQuery(handoversList(useScope(), branch));
  return (
    <Section title={t("handovers")}>
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="takings"
        skeleton={["h-24"]}
        empty={<p className="text-muted">{t("no_handovers")}</p>}
        row={(one) => <Taken handover={one} />}
      />
      <ShowMore list={list} />
    </Section>
  );
}

function Taken({ handover: one }: { handover: Handover }) {
  const { t } = useTranslation("takings");
  const format = useFormat();
  const money = (amount: number) => format.money(amount, one.currency);
  return (
    <Card as="article" className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{one.courier_id === "" ? t("counter") : one.courier || t("courier")}</bdi>
        </h3>
        <Badge tone={one.difference < 0 ? "trouble" : one.difference > 0 ? "offer" : "good"}>
          {one.difference === 0
            ? t("exact")
            : t(one.difference < 0 ? "short" : "over", {
                amount: money(Math.abs(one.difference)),
              })}
        </Badge>
      </div>
      <p className="text-sm">
        {t("expected_counted", { expected: money(one.expected), counted: money(one.counted) })}
      </p>
      {one.reason && (
        <p className="text-sm">
          <bdi>{one.reason}</bdi>
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <bdi>{one.branch.name}</bdi>
        <span>{t("order_count", { count: one.orders })}</span>
        <span>
          {t("taken_by", { name: one.taken_by, time: format.dayTime(Date.parse(one.at)) })}
        </span>
      </p>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("takings:title"), noIndex: true }),
  Component: TakingsPage,
});
