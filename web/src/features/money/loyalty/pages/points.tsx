import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Loyalty, PointsEntry } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { readAmount } from "../../../../lib/format/amount";
import { capital } from "../../../../lib/format/capital";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Hero } from "../../../../ui/Hero";
import { Icon, type IconName } from "../../../../ui/Icon";
import { Loaded, together } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { TextInput } from "../../../../ui/TextInput";
import { Entry, History } from "../../wallet/components/History";
import { plus } from "../../wallet/plusSign";
import { convertPoints, loyaltyHistory, loyaltyQuery, settlePoints } from "../api";

const columns = "grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]";

function PointsPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("loyalty:title")} />
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
      skeleton={["h-56", "h-96"]}
      layout={columns}
    >
      {([loyalty]) => (
        <div className={columns}>
          <div className="flex flex-col gap-4">
            <Balance loyalty={loyalty} />
            {loyalty.points > 0 && <Convert loyalty={loyalty} />}
            <Earning loyalty={loyalty} />
          </div>
          <History
            list={history}
            entries={entries}
            texts="loyalty"
            empty={
              <EmptyState
                picture={<Drawing name="points" />}
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
            row={(entry) => <Row key={entry.id} entry={entry} spent={loyalty.points === 0} />}
          />
        </div>
      )}
    </Loaded>
  );
}

function Balance({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-col gap-4">
      <Hero className="flex flex-col gap-1">
        <p className="text-3xl leading-12 font-bold tabular-nums">
          {t("loyalty:have", { count: loyalty.points, points: format.number(loyalty.points) })}
        </p>
        {loyalty.points > 0 && (
          <p className="text-lg font-semibold">
            {capital(t("loyalty:worth", { amount: format.money(loyalty.value, loyalty.currency) }))}
          </p>
        )}
        <p className="text-sm text-pretty">{t("loyalty:text")}</p>
        {loyalty.expiring.map((one) => (
          <p
            key={one.expires_at}
            className="mt-3 flex items-center gap-2 rounded-control bg-saffron px-3 py-2 text-sm font-medium text-on-saffron"
          >
            <Icon name="clock" />
            {t("loyalty:expiring", {
              count: one.points,
              points: format.number(one.points),
              date: format.date(Date.parse(one.expires_at)),
            })}
          </p>
        ))}
      </Hero>
      {loyalty.owed > 0 && (
        <Notice>
          {t("loyalty:owed", { count: loyalty.owed, points: format.number(loyalty.owed) })}
        </Notice>
      )}
      <Settle loyalty={loyalty} />
    </div>
  );
}

/** A negative balance of points can be settled immediately from the wallet. */
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

/** The amounts offered for conversion, besides all points. */
const presets = [100, 500, 1000] as const;

/** The value of points, in whole piastres as the server pays them. */
const worthOf = (points: number, { worth }: Loyalty) => Math.round(points * worth) / 100;

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
    if (fits) return { points: undefined };
    if (typed.points.trim() === "") return { points: t("wallet:required") };
    if (points === null) return { points: t("wallet:numbers_only") };
    return {
      points: t("loyalty:convert_wrong", {
        least: format.number(least),
        most: format.number(loyalty.points),
      }),
    };
  });
  const typed = readAmount(form.values.points) ?? 0;
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
        <Isolate>{said.text}</Isolate>
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
        <h2 className="text-lg font-semibold">{t("loyalty:convert")}</h2>
        {said && (
          <Notice tone={said.tone} live>
            <Isolate>{said.text}</Isolate>
          </Notice>
        )}
        <fieldset className="flex gap-2 *:min-w-0 *:flex-auto *:justify-center *:px-2">
          <legend className="sr-only">{t("loyalty:amounts")}</legend>
          {[...presets.filter((one) => one >= least && one < loyalty.points), loyalty.points].map(
            (one) => (
              <Chip
                key={one}
                label={one === loyalty.points ? t("loyalty:all") : format.number(one)}
                selected={typed === one}
                onPress={() => form.set({ points: String(one) })}
              />
            ),
          )}
        </fieldset>
        <TextInput
          {...form.field("points")}
          label={t("loyalty:convert_points")}
          // The value of the typed points, as soon as they can be converted.
          hint={
            typed >= least && typed <= loyalty.points
              ? capital(
                  t("loyalty:worth", {
                    amount: format.money(worthOf(typed, loyalty), loyalty.currency),
                  }),
                )
              : t("loyalty:convert_hint", {
                  least: format.number(least),
                  worth: format.money(loyalty.worth, loyalty.currency),
                })
          }
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
        />
        <Button type="submit" variant="primary" wide loading={form.busy}>
          {t("loyalty:convert_go")}
        </Button>
      </form>
    </Card>
  );
}

function Earning({ loyalty }: { loyalty: Loyalty }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t("loyalty:how")}</h2>
      <dl className="divide-y divide-line">
        {loyalty.rates.map((rate) => (
          <div key={rate.service_id} className="flex justify-between gap-4 py-2 first:pt-0">
            <dt>
              <Isolate>{rate.name}</Isolate>
            </dt>
            <dd className="text-end font-medium">
              {t("loyalty:rate", {
                count: rate.points,
                points: format.number(rate.points),
                amount: format.money(100, loyalty.currency),
              })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted text-pretty">
        {t("loyalty:life", { count: loyalty.life_days, days: format.number(loyalty.life_days) })}{" "}
        {t("loyalty:cash")}
      </p>
    </Card>
  );
}

const icons: Partial<Record<PointsEntry["type"], IconName>> = {
  converted: "wallet",
  expired: "clock",
  returned: "undo",
  reversed: "undo",
};

/** `spent`: no points are left that could expire. */
function Row({ entry, spent }: { entry: PointsEntry; spent: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Entry
      entry={entry}
      texts="loyalty"
      icon={icons[entry.type] ?? "star"}
      facts={
        <>
          <p>{capital(format.day(Date.parse(entry.date)))}</p>
          {entry.expires_at && !spent && (
            <p>{t("loyalty:expires", { date: format.date(Date.parse(entry.expires_at)) })}</p>
          )}
        </>
      }
      end={
        <bdi className={`font-semibold tabular-nums ${entry.points > 0 ? "text-good-text" : ""}`}>
          {entry.points > 0 ? plus : ""}
          {format.number(entry.points)}
        </bdi>
      }
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("loyalty:title"), noIndex: true }),
  Component: PointsPage,
});
