import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { OrderCard } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { ordersList } from "../api";
import { OrderRow } from "../components/OrderRow";
import { liveFirst } from "../model";

/** How often the list looks again while something in it is on its way. */
const lookEvery = 30_000;

function OrdersPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("orders:title")}</h1>
      <SignInFirst>
        <Orders />
      </SignInFirst>
    </Container>
  );
}

function Orders() {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const list = useInfiniteQuery({
    ...ordersList(useScope(), query.int("page", 1)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((order) => order.live)) ? lookEvery : false,
  });
  if (!list.data) {
    if (list.isError || list.fetchStatus === "paused") {
      return (
        <ErrorState
          icon={list.isError ? "alert" : "wifi-off"}
          title={t("orders:failed")}
          text={t(list.isError ? "orders:failed_text" : "orders:failed_offline")}
          retryLabel={t("orders:retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      );
    }
    return <OrdersSkeleton />;
  }
  const orders = list.data.pages.flatMap((page) => page.items);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon="receipt"
        title={t("orders:empty")}
        text={t("orders:empty_text")}
        action={
          <ButtonLink to={paths.home} variant="primary">
            {t("cart:start")}
          </ButtonLink>
        }
      />
    );
  }
  const { live, past } = liveFirst(orders);
  const last = list.data.pages.at(-1)?.meta;
  const at = (page: number) => path + query.with({ page }).toString();
  return (
    <>
      {live.length > 0 && (
        <Section title={t("orders:live")}>
          <Rows orders={live} />
        </Section>
      )}
      {past.length > 0 && (
        <Section title={t("orders:past")} titleHidden={live.length === 0}>
          <Rows orders={past} />
        </Section>
      )}
      {last && list.hasNextPage && (
        <LoadMore
          to={at(last.current_page + 1)}
          label={t("orders:more")}
          loadingLabel={t("orders:loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function Rows({ orders }: { orders: readonly OrderCard[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderRow order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrdersSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t("orders:loading")} className="flex flex-col gap-3">
      {["a", "b", "c"].map((name) => (
        <Skeleton key={name} shape="block" className="h-28" />
      ))}
    </SkeletonGroup>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:title"), noIndex: true }),
  Component: OrdersPage,
});
