import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { type GroupRow, groupsList } from "./api";

const states = ["", "archived"] as const;

/** Groups of extras, such as sizes, breads or toppings. */
function GroupsPage() {
  const { t } = useTranslation("extras");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("state");
  const me = useQuery(meQuery(scope)).data;
  const list = useInfiniteQuery(groupsList(scope, { q: params.q, state: params.state }));
  return (
    <RecordList<GroupRow>
      title={t("title")}
      create={
        me?.capabilities.includes("catalogue.edit")
          ? { to: "/extras/new", label: t("new") }
          : undefined
      }
      list={list}
      to={({ id }) => `/extras/${encodeURIComponent(id)}`}
      search={t("search")}
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`state_${value || "used"}`) })),
      }}
      columns={[
        {
          id: "name",
          label: t("name"),
          cell: (one) => nameIn(scope.lang, one),
        },
        {
          id: "extras",
          label: t("extras"),
          cell: ({ extras }) => extras.join(scope.lang === "ar" ? "، " : ", "),
        },
        {
          id: "rule",
          label: t("rule"),
          cell: ({ least, most }) =>
            least === most
              ? format.number(least)
              : t("from_to", { least: format.number(least), most: format.number(most) }),
        },
        { id: "store", label: t("store"), cell: ({ store }) => store.name },
        {
          id: "products",
          label: t("products"),
          align: "end",
          cell: ({ products }) => format.number(products),
        },
      ]}
      empty={{ icon: "list", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("extras:title"), noIndex: true }),
  Component: GroupsPage,
});
