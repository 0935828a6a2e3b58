import { useInfiniteQuery } from "@tanstack/react-query";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { type Service, servicesList } from "./api";
import { Order } from "./components/Order";
import { StateBadge, useStates } from "./components/State";
import { narrowed } from "./model";

/** The shop's services: food, groceries, or anything else. */
function ServicesPage() {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("state");
  const list = useInfiniteQuery(servicesList(scope, narrowed(params)));
  return (
    <RecordList<Service>
      title={t("services")}
      create={{ to: "/services/new", label: t("new_service") }}
      list={list}
      to={({ id }) => `/services/${encodeURIComponent(id)}`}
      search={t("search_services")}
      views={useStates()}
      columns={[
        { id: "name", label: t("name"), cell: (one) => nameIn(scope.lang, one) },
        {
          id: "promise",
          label: t("promise"),
          cell: ({ promise, promise_days }) =>
            promise === "days" ? t("days", { count: promise_days }) : t("promise_minutes"),
        },
        { id: "state", label: t("state"), cell: ({ state }) => <StateBadge state={state} /> },
        {
          id: "stores",
          label: t("stores"),
          align: "end",
          cell: ({ stores }) => format.number(stores),
        },
      ]}
      empty={{ icon: "grid", title: t("no_services"), text: t("no_services_text") }}
    >
      <div>
        <Order of="services" />
      </div>
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:services"), noIndex: true }),
  Component: ServicesPage,
});
