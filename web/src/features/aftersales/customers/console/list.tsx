import { useInfiniteQuery } from "@tanstack/react-query";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { writeFigures } from "../../../../lib/format/figures";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { customersList, type ListedCustomer } from "./api";

/** All customers, searchable by phone, name or order number. */
function CustomersPage() {
  const { t } = useTranslation("customers");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("state");
  const sort = params.sort === "oldest" ? "oldest" : undefined;
  const list = useInfiniteQuery(
    customersList(scope, { q: params.q, state: params.state, ...(sort ? { sort } : {}) }),
  );
  return (
    <RecordList<ListedCustomer>
      title={t("title")}
      list={list}
      to={({ id }) => `/customers/${encodeURIComponent(id)}`}
      search={t("search")}
      filters={[
        {
          name: "state",
          label: t("state"),
          all: t("everybody"),
          options: [{ value: "blocked", label: t("blocked") }],
        },
        {
          name: "sort",
          label: t("order_by"),
          all: t("newest"),
          options: [{ value: "oldest", label: t("oldest") }],
        },
      ]}
      columns={[
        {
          id: "name",
          label: t("name"),
          cell: ({ name, blocked }) => (
            <>
              <bdi>{name}</bdi> {blocked && <Badge tone="trouble">{t("blocked")}</Badge>}
            </>
          ),
        },
        {
          id: "phone",
          label: t("phone"),
          cell: ({ phone_masked }) => (
            <Ltr className="whitespace-nowrap">{writeFigures(phone_masked, scope.figures)}</Ltr>
          ),
        },
        {
          id: "orders",
          label: t("orders"),
          align: "end",
          cell: ({ orders, orders_more }) =>
            orders_more ? t("more_than", { number: format.number(orders) }) : format.number(orders),
        },
        {
          id: "last",
          label: t("last_order"),
          cell: ({ last_order_at }) =>
            last_order_at ? format.date(Date.parse(last_order_at)) : "–",
        },
        {
          id: "joined",
          label: t("joined"),
          cell: ({ joined_at }) => format.date(Date.parse(joined_at)),
        },
      ]}
      noMatch={t("no_match_text")}
      empty={{ icon: "user", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("customers:title"), noIndex: true }),
  Component: CustomersPage,
});
