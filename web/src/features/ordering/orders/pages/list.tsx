import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import type { OrderCard } from "../../../../api/types";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Loaded } from "../../../../ui/Loaded";
import { More } from "../../../../ui/More";
import { PageHead } from "../../../../ui/PageHead";
import { Section } from "../../../../ui/Section";
import { ordersList } from "../api";
import { OrderRow } from "../components/OrderRow";
import { liveFirst } from "../model";

/** The polling interval while an order in the list is under way. */
const lookEvery = 30_000;

const grid = "grid gap-4 xl:grid-cols-2";

function OrdersPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-6 py-6">
      <PageHead title={t("orders:title")} />
      <SignInFirst>
        <Orders />
      </SignInFirst>
    </Container>
  );
}

function Orders() {
  const { t } = useTranslation();
  const { query } = usePage();
  const list = useInfiniteQuery({
    ...ordersList(useScope(), query.int("page", 1)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((order) => order.live)) ? lookEvery : false,
  });
  const orders = itemsOf(list) ?? [];
  const { live, past } = liveFirst(orders);
  return (
    <Loaded
      query={list}
      texts="orders"
      offline={t("orders:failed_offline")}
      skeleton={["h-44", "h-44", "h-44", "h-44"]}
      layout={grid}
    >
      {() =>
        orders.length === 0 ? (
          <EmptyState
            picture={<Drawing name="orders" />}
            title={t("orders:empty")}
            text={t("orders:empty_text")}
            action={
              <ButtonLink to={paths.home} variant="primary">
                {t("basket:start")}
              </ButtonLink>
            }
          />
        ) : (
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
            <More list={list} texts="orders" />
          </>
        )
      }
    </Loaded>
  );
}

function Rows({ orders }: { orders: readonly OrderCard[] }) {
  return (
    <ul className={orders.length > 1 ? grid : "grid"}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderRow order={order} />
        </li>
      ))}
    </ul>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:title"), noIndex: true }),
  Component: OrdersPage,
});
