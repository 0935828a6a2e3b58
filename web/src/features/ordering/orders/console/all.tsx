import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { RecordList } from "../../../../backoffice/RecordList";
import { useBranchFilter } from "../../../../backoffice/useBranchFilter";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { writeFigures } from "../../../../lib/format/figures";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { TextInput } from "../../../../ui/TextInput";
import { allOrdersList, downloadOrders, type ListedOrder, orderChoicesQuery } from "./api";
import { isEnded } from "./model";

/** All orders, with filters, and a download as a file. */
function AllOrdersPage() {
  const { t } = useTranslation("orders");
  const scope = useScope();
  const format = useFormat();
  const { params, change } = useListAddress(
    "state",
    "branch_id",
    "payment",
    "courier",
    "from",
    "until",
    "customer",
  );
  const { sort: _, ...narrowed } = params;
  const list = useInfiniteQuery(allOrdersList(scope, narrowed));
  const choices = useQuery(orderChoicesQuery(scope)).data;
  const branch = useBranchFilter(t("branch"), t("all_branches"));
  const named = (options: readonly { id: string; name: string }[] = []) =>
    options.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <RecordList<ListedOrder>
      title={t("all_title")}
      list={list}
      to={({ id }) => `/orders/${encodeURIComponent(id)}`}
      search={t("all_search")}
      filters={[
        {
          name: "state",
          label: t("all_state"),
          all: t("all_states"),
          options: named(choices?.states),
        },
        ...branch,
        {
          name: "payment",
          label: t("all_payment"),
          all: t("all_payments"),
          options: (["cod", "card", "wallet"] as const).map((value) => ({
            value,
            label: t(`all_payment_${value}`),
          })),
        },
        ...(choices?.couriers.length
          ? [
              {
                name: "courier",
                label: t("all_courier"),
                all: t("all_couriers"),
                options: named(choices.couriers),
              },
            ]
          : []),
      ]}
      columns={[
        {
          id: "number",
          label: t("all_number"),
          cell: ({ number }) => <Ltr>{number}</Ltr>,
        },
        {
          id: "at",
          label: t("all_ordered"),
          cell: ({ created_at }) => format.dayTime(Date.parse(created_at)),
        },
        {
          id: "state",
          label: t("all_state"),
          cell: ({ status, status_label }) => (
            <Badge tone={isEnded(status) ? "neutral" : "good"}>{status_label}</Badge>
          ),
        },
        { id: "branch", label: t("branch"), cell: ({ branch }) => <bdi>{branch.name}</bdi> },
        {
          id: "customer",
          label: t("all_customer"),
          cell: ({ customer }) => (
            <>
              <bdi>{customer.name}</bdi>{" "}
              <span className="whitespace-nowrap text-muted">
                <Ltr>{writeFigures(customer.phone_masked, scope.figures)}</Ltr>
              </span>
            </>
          ),
        },
        {
          id: "courier",
          label: t("all_courier"),
          cell: ({ courier }) => (courier ? <bdi>{courier}</bdi> : "–"),
        },
        {
          id: "payment",
          label: t("all_payment"),
          cell: ({ payment_label, payment_state_label }) => (
            <>
              {payment_label}
              <span className="block text-sm text-muted">{payment_state_label}</span>
            </>
          ),
        },
        {
          id: "total",
          label: t("all_total"),
          align: "end",
          cell: ({ total, currency }) => <bdi>{format.money(total, currency)}</bdi>,
        },
      ]}
      exportTo={{ label: t("all_export"), run: () => downloadOrders(narrowed) }}
      empty={{ icon: "bag", title: t("all_empty"), text: t("all_empty_text") }}
    >
      <div className="flex flex-wrap items-end gap-3">
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`all_${name}`)}
            type="date"
            value={params[name]}
            className="w-full sm:w-52"
            onValueChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("orders:all_title"), noIndex: true }),
  Component: AllOrdersPage,
});
