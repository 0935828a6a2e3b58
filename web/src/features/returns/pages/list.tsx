import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { LoadedList } from "../../../ui/LoadedList";
import { Ltr } from "../../../ui/Ltr";
import { More } from "../../../ui/More";
import { type ReturnCard, type ReturnState, returnsList } from "../api";
import { StateBadge } from "../components/StateBadge";

/** How often the list looks again while something in it is on its way. */
const lookEvery = 30_000;

function ReturnsPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("returns:title")}</h1>
      <SignInFirst>
        <Returns />
      </SignInFirst>
    </Container>
  );
}

function Returns() {
  const { t } = useTranslation();
  const { query } = usePage();
  const list = useInfiniteQuery({
    ...returnsList(useScope(), query.int("page", 1)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ live }) => live)) ? lookEvery : false,
  });
  return (
    <>
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="orders"
        loading={t("returns:loading_list")}
        failed={t("returns:list_failed")}
        offline={t("orders:failed_offline")}
        skeleton={["h-28", "h-28", "h-28"]}
        empty={
          <EmptyState
            icon="undo"
            title={t("returns:empty")}
            text={t("returns:empty_text")}
            action={
              <ButtonLink to={paths.myOrders} variant="primary">
                {t("orders:title")}
              </ButtonLink>
            }
          />
        }
        row={(one) => <ReturnRow one={one} />}
      />
      <More list={list} texts="returns" loading={t("returns:loading_list")} />
    </>
  );
}

function ReturnRow({ one }: { one: ReturnCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card as="article" padding="sm" pressable className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          <Link to={paths.returnOrderOf(one.id)} look="cover">
            {one.store.name}
          </Link>
        </h2>
        <StateBadge state={one.state as ReturnState} label={one.state_label} />
      </div>
      <p className="line-clamp-2 text-sm text-muted">
        {t("returns:units", { count: one.units })} · {one.first_items.join(t("returns:comma"))}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p className="text-muted">
          <Ltr>{one.number}</Ltr> · <bdi>{format.dayTime(Date.parse(one.created_at))}</bdi>
        </p>
        <p className="font-semibold tabular-nums">
          <bdi>{format.money(one.refund, one.currency)}</bdi>
        </p>
      </div>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:title"), noIndex: true }),
  Component: ReturnsPage,
});
