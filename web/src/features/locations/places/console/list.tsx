import { useInfiniteQuery } from "@tanstack/react-query";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Link } from "../../../../ui/Link";
import { type District, districtsList } from "./api";
import { ShowAreas } from "./ShowAreas";

/** The areas that customers choose from, by governorate. */
function DistrictsPage() {
  const { t } = useTranslation("areas");
  const scope = useScope();
  const { params } = useListAddress("state");
  const { q, state } = params;
  const list = useInfiniteQuery(
    districtsList(scope, {
      ...(q ? { q } : {}),
      ...(state === "shown" || state === "hidden" ? { state } : {}),
    }),
  );
  return (
    <RecordList<District>
      title={t("title")}
      create={{ to: "/districts/new", label: t("new") }}
      list={list}
      to={({ id }) => `/districts/${encodeURIComponent(id)}`}
      search={t("search")}
      views={{
        name: "state",
        label: t("state"),
        options: (["", "shown", "hidden"] as const).map((value) => ({
          value,
          label: t(`state_${value || "all"}`),
        })),
      }}
      columns={[
        {
          id: "name",
          label: t("name"),
          cell: (one) => nameIn(scope.lang, one),
        },
        { id: "governorate", label: t("governorate"), cell: ({ governorate }) => governorate.name },
        {
          id: "served",
          label: t("delivery"),
          cell: ({ served }) => t(served ? "served" : "unserved"),
        },
        {
          id: "outline",
          label: t("on_map"),
          cell: ({ outline }) => t(outline.length > 0 ? "yes" : "no"),
        },
        {
          id: "state",
          label: t("state"),
          cell: ({ state: now }) => (
            <Badge tone={now === "shown" ? "good" : "neutral"}>{t(`state_${now}`)}</Badge>
          ),
        },
      ]}
      empty={{ icon: "pin", title: t("empty"), text: t("empty_text") }}
    >
      <ShowAreas />
      <p className="flex flex-wrap gap-x-5">
        <Link to="/districts/import" className="inline-flex min-h-11 items-center">
          {t("import")}
        </Link>
        <Link to="/governorates" className="inline-flex min-h-11 items-center">
          {t("governorates")}
        </Link>
      </p>
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("areas:title"), noIndex: true }),
  Component: DistrictsPage,
});
