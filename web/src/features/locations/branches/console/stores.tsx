import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { type Store, storesList } from "./api";
import { Order } from "./components/Order";
import { StateBadge, useStates } from "./components/State";
import { narrowed } from "./model";

/** The stores, grouped by service. */
function StoresPage() {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("state");
  const makes = useQuery(meQuery(scope)).data?.capabilities.includes("services.make") ?? false;
  const list = useInfiniteQuery(storesList(scope, narrowed(params)));
  return (
    <RecordList<Store>
      title={t("stores")}
      create={makes ? { to: "/stores/new", label: t("new_store") } : undefined}
      list={list}
      to={({ id }) => `/stores/${encodeURIComponent(id)}`}
      search={t("search_stores")}
      views={useStates()}
      columns={[
        { id: "name", label: t("name"), cell: (one) => nameIn(scope.lang, one) },
        { id: "service", label: t("service"), cell: ({ service }) => service.name },
        { id: "state", label: t("state"), cell: ({ state }) => <StateBadge state={state} /> },
        {
          id: "branches",
          label: t("branches"),
          align: "end",
          cell: ({ branches }) => format.number(branches.length),
        },
      ]}
      empty={{ icon: "store", title: t("no_stores"), text: t("no_stores_text") }}
    >
      {makes && (
        <div>
          <Order of="stores" />
        </div>
      )}
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:stores"), noIndex: true }),
  Component: StoresPage,
});
