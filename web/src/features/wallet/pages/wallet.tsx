import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import type { Wallet, WalletEntry } from "../../../api/types";
import { useFields } from "../../../api/useFields";
import { useTryKey } from "../../../api/useTryKey";
import { readAmount } from "../../../lib/format/amount";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { walletQuery } from "../../../shop/account/api";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Chip } from "../../../ui/Chip";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Failure } from "../../../ui/Failure";
import { Link } from "../../../ui/Link";
import { Loaded, together } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";
import { topUp, walletHistory } from "../api";
import { History } from "../components/History";
import { plus } from "../gain";

/** How often the page looks again while something is under way. */
const lookEvery = 5_000;
const presets = [50, 100, 200, 500] as const;

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
          <Balance wallet={mine} />
          {waiting && query.get("topup") !== "" && (
            <Notice tone="info" icon="clock" live>
              {t("wallet:pending_top_up")}
            </Notice>
          )}
          {mine.top_up.available && <TopUpForm wallet={mine} />}
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

function Balance({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="flex flex-col gap-1">
      <p className="text-muted">{t("wallet:balance")}</p>
      <p className="text-3xl leading-12 font-semibold tabular-nums" data-testid="balance">
        <bdi>{format.money(wallet.balance, wallet.currency)}</bdi>
      </p>
      <p className="text-sm text-muted">{t("wallet:balance_text")}</p>
    </Card>
  );
}

function TopUpForm({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const format = useFormat();
  const keys = useTryKey();
  const { least, most } = wallet.top_up;
  const range = {
    least: format.money(least, wallet.currency),
    most: format.money(most, wallet.currency),
  };
  const form = useFields({ amount: "" }, (typed) => {
    const amount = readAmount(typed.amount);
    const fits = amount !== null && amount >= least && amount <= most;
    return { amount: fits ? undefined : t("wallet:amount_wrong", range) };
  });
  const amount = readAmount(form.values.amount) ?? 0;
  const pay = async () => location.assign(await topUp(amount, keys.of(amount)));
  return (
    <Card as="section">
      <form
        ref={form.ref}
        onSubmit={form.submit(pay, { leaves: true, failed: keys.answered })}
        noValidate
        className="flex flex-col gap-4"
      >
        <h2 className="text-xl font-semibold">{t("wallet:top_up")}</h2>
        <Failure of={form.elsewhere} />
        <div className="grid grid-cols-2 gap-2 *:justify-center sm:flex sm:flex-wrap">
          {presets.map((one) => (
            <Chip
              key={one}
              label={format.money(one, wallet.currency)}
              selected={amount === one}
              onPress={() => form.set({ amount: String(one) })}
            />
          ))}
        </div>
        <TextInput
          {...form.field("amount")}
          label={t("wallet:amount")}
          hint={t("wallet:amount_hint", range)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          className="max-w-sm"
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon="card"
            loading={form.busy}
            loadingLabel={t("wallet:paying")}
          >
            {t("wallet:pay")}
          </Button>
        </div>
      </form>
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
        <p className="font-medium">{entry.label}</p>
        <p className="text-sm text-muted">
          {format.date(Date.parse(entry.date))}
          {entry.outside && ` · ${t("wallet:outside")}`}
        </p>
        {entry.note && (
          <p className="text-sm text-muted">
            <bdi>{entry.note}</bdi>
          </p>
        )}
        {entry.order_id && (
          <Link
            to={paths.myOrder(entry.order_id)}
            className="inline-flex min-h-11 items-center text-sm"
          >
            {t("wallet:order")}
          </Link>
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
