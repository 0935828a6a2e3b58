import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { itemsOf } from "../../../api/query";
import type { Wallet, WalletEntry } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { walletQuery } from "../../../shop/account/api";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Loaded, together } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { Skeleton } from "../../../ui/Skeleton";
import { walletHistory } from "../api";
import { EntryName, History } from "../components/History";
import { plus } from "../gain";

/** How often the page looks again while something is under way. */
const lookEvery = 5_000;

// Comes when it is asked for: most look at what came in and went out.
const TopUpForm = lazy(() => import("../components/TopUpForm"));

function WalletPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("wallet:title")}</h1>
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
  const [open, setOpen] = useState(false);
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
      skeleton={["h-32", "h-48", "h-64"]}
      layout="flex flex-col gap-4"
    >
      {([mine]) => (
        <>
          <Balance
            wallet={mine}
            onTopUp={mine.top_up.available && !open && (() => setOpen(true))}
          />
          {open && mine.top_up.available && (
            <Suspense fallback={<Skeleton shape="block" className="h-80" />}>
              <TopUpForm wallet={mine} />
            </Suspense>
          )}
          {waiting && query.get("topup") !== "" && (
            <Notice tone="info" icon="clock" live>
              {t("wallet:pending_top_up")}
            </Notice>
          )}
          <History
            list={history}
            entries={entries}
            texts="wallet"
            empty={
              <EmptyState
                icon="wallet"
                level={3}
                title={t("wallet:empty")}
                text={t("wallet:empty_text")}
              />
            }
            row={(entry) => <Row entry={entry} />}
          />
        </>
      )}
    </Loaded>
  );
}

function Balance({ wallet, onTopUp }: { wallet: Wallet; onTopUp: false | (() => void) }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="flex flex-col gap-1">
      <p className="text-muted">{t("wallet:balance")}</p>
      <p className="text-3xl leading-12 font-semibold tabular-nums" data-testid="balance">
        <bdi>{format.money(wallet.balance, wallet.currency)}</bdi>
      </p>
      <p className="text-sm text-muted">{t("wallet:balance_text")}</p>
      {onTopUp && (
        <Button variant="soft" icon="card" className="mt-2 self-start" onClick={onTopUp}>
          {t("wallet:top_up")}
        </Button>
      )}
    </Card>
  );
}

function Row({ entry }: { entry: WalletEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const quiet = entry.status === "failed" || entry.outside;
  return (
    <>
      <div className="min-w-0">
        <EntryName entry={entry} texts="wallet" />
        <p className="text-sm text-muted">
          {format.date(Date.parse(entry.date))}
          {entry.outside && ` · ${t("wallet:outside")}`}
        </p>
        {entry.note && (
          <p className="text-sm text-muted">
            <bdi>{entry.note}</bdi>
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <bdi
          className={`font-semibold tabular-nums ${quiet ? "text-muted" : entry.amount > 0 ? "text-go-text" : ""}`}
        >
          {entry.amount > 0 && !quiet ? plus : ""}
          {format.money(entry.amount, entry.currency)}
        </bdi>
        {entry.status !== "done" && (
          <Badge {...(entry.status === "failed" ? { tone: "trouble" as const } : {})}>
            {entry.status_label}
          </Badge>
        )}
      </div>
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("wallet:title"), noIndex: true }),
  Component: WalletPage,
});
