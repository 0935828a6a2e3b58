import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { type MenuRow, menusList } from "./api";
import { useHoursText } from "./useHoursText";

const states = ["", "archived"] as const;
export const tones = { on: "good", off: "offer", archived: "neutral" } as const;

/** Menus: the products that are served at certain hours. */
function MenusPage() {
  const { t } = useTranslation("menus");
  const scope = useScope();
  const format = useFormat();
  const hours = useHoursText();
  const { params } = useListAddress("state");
  const me = useQuery(meQuery(scope)).data;
  const list = useInfiniteQuery(menusList(scope, { state: params.state }));
  return (
    <RecordList<MenuRow>
      title={t("title")}
      create={
        me?.capabilities.includes("catalogue.edit")
          ? { to: "/menus/new", label: t("new") }
          : undefined
      }
      list={list}
      to={({ id }) => `/menus/${encodeURIComponent(id)}`}
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`view_${value || "used"}`) })),
      }}
      columns={[
        {
          id: "name",
          label: t("name"),
          cell: (one) => nameIn(scope.lang, one),
        },
        { id: "hours", label: t("hours"), cell: (one) => hours(one.hours) },
        {
          id: "contents",
          label: t("contents"),
          cell: ({ categories, products }) =>
            [
              categories.length > 0 ? t("count_categories", { count: categories.length }) : "",
              products.length > 0 ? t("count_products", { count: products.length }) : "",
            ]
              .filter(Boolean)
              .join(scope.lang === "ar" ? "، " : ", "),
        },
        { id: "store", label: t("store"), cell: ({ store }) => store.name },
        {
          id: "branches",
          label: t("branches"),
          cell: ({ branches }) =>
            branches.length === 0 ? t("every_branch") : format.number(branches.length),
          wideOnly: true,
        },
        {
          id: "state",
          label: t("state"),
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>,
        },
      ]}
      empty={{ icon: "clock", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("menus:title"), noIndex: true }),
  Component: MenusPage,
});
