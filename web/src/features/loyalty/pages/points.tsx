import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../api/query";
import type { Loyalty, PointsEntry } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { useFields } from "../../../api/useFields";
import { useTryKey } from "../../../api/useTryKey";
import { readAmount } from "../../../lib/format/amount";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Loaded, together } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { TextInput } from "../../../ui/TextInput";
import { EntryName, History } from "../../wallet/components/History";
import { convertPoints, loyaltyHistory, loyaltyQuery, settlePoints } from "../api";

function PointsPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("loyalty:title")}</h1>
      <SignInFirst>
        <MyPoints />
      </SignInFirst>
    </Container>
  );
}

function MyPoints() {
  const { t } = useTranslation();
  const scope = useScope();
  const { query } = usePage();
  const points = useQuery(loyaltyQuery(scope));
  const history = useInfiniteQuery(loyaltyHistory(scope, query.int("page", 1)));
  const entries = itemsOf(history) ?? [];
  return (
    <Loaded
      query={together(points, history)}
      texts="loyalty"
      skeleton={["h-40", "h-40", "h-64"]}
      layout="flex flex-col gap-4"
    >
      {([loyalty]) => (
        <>
          <Balance loyalty={loyalty} />
          {loyalty.points > 0 && <Convert loyalty={loyalty} />}
          <Earning loyalty={loyalty} />
          <History
            list={history}
            entries={entries}
            texts="loyalty"
            empty={
              <EmptyState
                icon="star"
                level={3}
                title={t("loyalty:empty")}
                text={t("loyalty:empty_text")}
                action={
                  <ButtonLink to={paths.home} variant="primary">
                    {t("loyalty:shop")}
                  </ButtonLink>
                }
              />
            }
            row={(entry) => <Row entry={entry} />}
          />
        </>
      )}
    </Loaded>
  );
}

function Balance({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="flex flex-col gap-2">
      <p className="text-3xl font-semibold tabular-nums">
        {t("loyalty:have", { count: loyalty.points, points: format.number(loyalty.points) })}
      </p>
      <p className="text-muted">
        {t("loyalty:worth", { amount: format.money(loyalty.value, loyalty.currency) })} ·{" "}
        {t("loyalty:text")}
      </p>
      {loyalty.expiring.map((one) => (
        <Notice key={one.expires_at} tone="warning" icon="clock">
          {t("loyalty:expiring", {
            count: one.points,
            points: format.number(one.points),
            date: format.date(Date.parse(one.expires_at)),
          })}
        </Notice>
      ))}
      {loyalty.owed > 0 && (
        <Notice>
          {t("loyalty:owed", { count: loyalty.owed, points: format.number(loyalty.owed) })}
        </Notice>
      )}
      <Settle loyalty={loyalty} />
    </Card>
  );
}

/** Points that are owed can be paid at once from the wallet. */
function Settle({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { busy, problem, run } = useAction();
  const keys = useTryKey();
  const [isSettled, setSettled] = useState(false);

  const pay = () =>
    run(
      async () => {
        await settlePoints(loyalty.owed, keys.of(loyalty.owed));
        keys.answered();
        setSettled(true);
        await client.invalidateQueries();
      },
      { failed: keys.answered },
    );
  return (
    <>
      {problem !== null && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {isSettled && loyalty.owed === 0 && (
        <Notice tone="success" live>
          {t("loyalty:settled")}
        </Notice>
      )}
      {loyalty.owed > 0 && (
        <div>
          <Button variant="soft" icon="wallet" loading={busy} onClick={() => void pay()}>
            {t("loyalty:settle", { amount: format.money(loyalty.owed_value, loyalty.currency) })}
          </Button>
        </div>
      )}
    </>
  );
}

function Convert({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const keys = useTryKey();
  const [done, setDone] = useState<string | null>(null);
  const least = loyalty.least_convert;
  const form = useFields({ points: "" }, (typed) => {
    const points = readAmount(typed.points);
    const fits =
      points !== null && Number.isInteger(points) && points >= least && points <= loyalty.points;
    return {
      points: fits
        ? undefined
        : t("loyalty:convert_wrong", {
            least: format.number(least),
            most: format.number(loyalty.points),
          }),
    };
  });
  const said =
    form.problem !== null
      ? { tone: "trouble" as const, text: form.problem }
      : done !== null
        ? { tone: "success" as const, text: done }
        : null;

  async function convert() {
    setDone(null);
    const points = readAmount(form.values.points) ?? 0;
    const { amount, currency } = await convertPoints(points, keys.of(points));
    keys.answered();
    setDone(t("loyalty:converted", { amount: format.money(amount, currency) }));
    form.reset({ points: "" });
    await client.invalidateQueries();
  }
  if (loyalty.points < least) {
    return said ? (
      <Notice tone={said.tone} live>
        {said.text}
      </Notice>
    ) : (
      <Notice>{t("loyalty:below_least", { least: format.number(least) })}</Notice>
    );
  }
  return (
    <Card as="section">
      <form
        ref={form.ref}
        onSubmit={form.submit(convert, { failed: keys.answered })}
        noValidate
        className="flex flex-col gap-4"
      >
        <h2 className="text-xl font-semibold">{t("loyalty:convert")}</h2>
        {said && (
          <Notice tone={said.tone} live>
            {said.text}
          </Notice>
        )}
        <TextInput
          {...form.field("points")}
          label={t("loyalty:convert_points")}
          hint={t("loyalty:convert_hint", {
            least: format.number(least),
            worth: format.money(loyalty.worth, loyalty.currency),
          })}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          className="max-w-sm"
        />
        <div>
          <Button type="submit" variant="soft" icon="wallet" loading={form.busy}>
            {t("loyalty:convert_go")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Earning({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t("loyalty:how")}>
      <Card className="flex flex-col gap-3">
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          {loyalty.rates.map((rate) => (
            <div key={rate.service_id} className="contents">
              <dt>{rate.name}</dt>
              <dd className="text-end">
                {t("loyalty:rate", {
                  count: rate.points,
                  points: format.number(rate.points),
                  amount: format.money(100, loyalty.currency),
                })}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">
          {t("loyalty:life", { count: loyalty.life_days, days: format.number(loyalty.life_days) })}
        </p>
      </Card>
    </Section>
  );
}

function Row({ entry }: { entry: PointsEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <div className="min-w-0">
        <EntryName entry={entry} texts="loyalty" />
        <p className="text-sm text-muted">
          {format.date(Date.parse(entry.date))}
          {entry.expires_at &&
            ` · ${t("loyalty:expires", { date: format.date(Date.parse(entry.expires_at)) })}`}
        </p>
      </div>
      <bdi
        className={`shrink-0 font-semibold tabular-nums ${entry.points > 0 ? "text-go-text" : ""}`}
      >
        {entry.points > 0 ? "+" : ""}
        {format.number(entry.points)}
      </bdi>
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("loyalty:title"), noIndex: true }),
  Component: PointsPage,
});
