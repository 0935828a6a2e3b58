import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import { capital } from "../../../../lib/format/capital";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Goods } from "../../../../shop/orders/Goods";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Link } from "../../../../ui/Link";
import { LoadedList } from "../../../../ui/LoadedList";
import { Ltr } from "../../../../ui/Ltr";
import { More } from "../../../../ui/More";
import { PageHead } from "../../../../ui/PageHead";
import { type ReturnCard, type ReturnState, returnsList } from "../api";
import { StateBadge } from "../components/StateBadge";

/** The polling interval while a return in the list is under way. */
const lookEvery = 30_000;

const columns = "grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]";

const grid = "flex flex-col gap-4";

function ReturnsPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-6 py-6">
      <PageHead title={t("returns:title")} text={t("returns:title_text")} />
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
  const items = itemsOf(list);
  const some = items !== undefined && items.length > 0;
  return (
    <div className={some ? columns : undefined}>
      <div className="flex flex-col gap-4">
        <LoadedList
          query={list}
          items={items}
          texts="orders"
          loading={t("returns:loading_list")}
          failed={t("returns:list_failed")}
          offline={t("orders:failed_offline")}
          skeleton={["h-44", "h-44"]}
          layout={grid}
          className={grid}
          empty={
            <EmptyState
              picture={<Drawing name="returns" />}
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
      </div>
      {some && <HowTo />}
    </div>
  );
}

/** Explains how to request a return. */
function HowTo() {
  const { t } = useTranslation();
  return (
    <Card as="aside" className="flex flex-col items-center gap-3 text-center">
      <Drawing name="returns" />
      <p className="text-pretty text-muted">{t("returns:how_to")}</p>
      <ButtonLink to={paths.myOrders} variant="soft" wide>
        {t("orders:title")}
      </ButtonLink>
    </Card>
  );
}

function ReturnRow({ one }: { one: ReturnCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card as="article" padding="none" pressable className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <StoreMark name={one.store.name} image={one.store_image} className="size-14" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="line-clamp-1 min-w-0 font-semibold">
              <Link to={paths.returnOrderOf(one.id)} look="cover">
                <Isolate>{one.store.name}</Isolate>
              </Link>
            </h2>
            <p className="shrink-0 font-semibold tabular-nums">
              <bdi>{format.money(one.refund, one.currency)}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StateBadge state={one.state as ReturnState} label={one.state_label} />
            <bdi>{capital(format.day(Date.parse(one.state_at)))}</bdi>
          </div>
        </div>
      </div>
      <p className="line-clamp-2 text-sm text-muted">
        {t("returns:units", { count: one.units })} ·{" "}
        {format.list(one.first_items, t("returns:comma"))}
      </p>
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Goods images={one.first_images} tint={one.tint} />
        <p className="ms-auto flex flex-col text-end text-sm text-muted">
          <Ltr>{one.number}</Ltr>
          <Link
            to={paths.myOrder(one.order.id)}
            // Above the link that covers the card.
            className="relative z-10 min-h-6"
          >
            {t("returns:of_order")} <Ltr>{one.order.number}</Ltr>
          </Link>
        </p>
      </div>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("returns:title"), noIndex: true }),
  Component: ReturnsPage,
});
