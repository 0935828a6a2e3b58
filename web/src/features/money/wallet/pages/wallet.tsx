import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { Wallet, WalletEntry } from "../../../../api/types";
import { capital } from "../../../../lib/format/capital";
import { definePage, usePage } from "../../../../lib/page";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { walletQuery } from "../../../../shop/account/api";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Chip } from "../../../../ui/Chip";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Hero } from "../../../../ui/Hero";
import type { IconName } from "../../../../ui/Icon";
import { Loaded, together } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { Skeleton } from "../../../../ui/Skeleton";
import { walletHistory } from "../api";
import { Entry, History } from "../components/History";
import { plus } from "../plusSign";
import { presetsOf } from "../presets";

/** The polling interval while a payment is under way. */
const lookEvery = 5_000;

// Loaded on demand: most visitors only read the history.
const TopUpForm = part(() => import("../components/TopUpForm"));

const columns = "grid items-start gap-6 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]";

function WalletPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("wallet:title")} />
      <SignInFirst>
        <MyWallet />
      </SignInFirst>
    </Container>
  );
}

function MyWallet() {
  const { t } = useTranslation();
  const scope = useScope();
  const { query } = usePage();
  /** The amount that the form was opened with; 0 without an amount, null while it is closed. */
  const [open, setOpen] = useState<number | null>(null);
  const history = useInfiniteQuery({
    ...walletHistory(scope, query.int("page", 1)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((one) => one.status === "pending"))
        ? lookEvery
        : false,
  });
  const entries = itemsOf(history) ?? [];
  const waiting = entries.some((one) => one.type === "top_up" && one.status === "pending");
  const wallet = useQuery({ ...walletQuery(scope), refetchInterval: waiting ? lookEvery : false });
  return (
    <Loaded
      query={together(wallet, history)}
      texts="wallet"
      skeleton={["h-48", "h-96"]}
      layout={columns}
    >
      {([mine]) => (
        <div className={columns}>
          <div className="flex flex-col gap-4 xl:sticky xl:top-20">
            <Balance wallet={mine} onTopUp={mine.top_up.available && open === null && setOpen} />
            {open !== null && mine.top_up.available && (
              <Suspense fallback={<Skeleton shape="block" className="h-80" />}>
                <TopUpForm wallet={mine} begun={open} />
              </Suspense>
            )}
            {waiting && query.get("topup") !== "" && (
              <Notice tone="info" icon="clock" live>
                {t("wallet:pending_top_up")}
              </Notice>
            )}
          </div>
          <History
            list={history}
            entries={entries}
            texts="wallet"
            empty={
              <EmptyState
                picture={<Drawing name="wallet" />}
                level={3}
                title={t("wallet:empty")}
                text={t("wallet:empty_text")}
              />
            }
            row={(entry) => <Row key={entry.id} entry={entry} />}
          />
        </div>
      )}
    </Loaded>
  );
}

function Balance({
  wallet,
  onTopUp,
}: {
  wallet: Wallet;
  onTopUp: false | ((amount: number) => void);
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Hero className="flex flex-col gap-1">
      <p className="font-medium">{t("wallet:balance")}</p>
      <p className="text-4xl leading-14 font-bold tabular-nums" data-testid="balance">
        <bdi>{format.money(wallet.balance, wallet.currency)}</bdi>
      </p>
      <p className="text-sm">{t("wallet:balance_text")}</p>
      {onTopUp && (
        <>
          <Button icon="plus" className="mt-4" onClick={() => onTopUp(0)}>
            {t("wallet:top_up")}
          </Button>
          <div className="mt-2 grid grid-cols-2 gap-2 *:justify-center sm:grid-cols-4 xl:grid-cols-2">
            {presetsOf(wallet).map((one) => (
              <Chip
                key={one}
                label={plus + format.money(one, wallet.currency)}
                onPress={() => onTopUp(one)}
              />
            ))}
          </div>
        </>
      )}
    </Hero>
  );
}

const icons: Partial<Record<WalletEntry["type"], IconName>> = {
  top_up: "card",
  points: "star",
  points_owed: "star",
  referral: "share",
};

function Row({ entry }: { entry: WalletEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const quiet = entry.status === "failed" || entry.outside;
  return (
    <Entry
      entry={entry}
      texts="wallet"
      icon={icons[entry.type] ?? "wallet"}
      facts={
        <>
          <p>
            {capital(format.day(Date.parse(entry.date)))}
            {entry.outside && ` · ${t("wallet:outside")}`}
          </p>
          {entry.note && (
            <p>
              <bdi>{entry.note}</bdi>
            </p>
          )}
        </>
      }
      end={
        <>
          <bdi
            className={`font-semibold tabular-nums ${quiet ? "text-muted" : entry.amount > 0 ? "text-good-text" : ""}`}
          >
            {entry.amount > 0 && !quiet ? plus : ""}
            {format.money(entry.amount, entry.currency)}
          </bdi>
          {entry.status === "done" ? (
            <span className="text-sm text-muted">{entry.status_label}</span>
          ) : (
            <Badge {...(entry.status === "failed" ? { tone: "trouble" as const } : {})}>
              {entry.status_label}
            </Badge>
          )}
        </>
      }
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("wallet:title"), noIndex: true }),
  Component: WalletPage,
});
