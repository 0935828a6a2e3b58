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
import { ButtonLink } from "../../../../ui/ButtonLink";
import { type Branch, branchesList } from "./api";
import { Order } from "./components/Order";
import { StateBadge, useStates } from "./components/State";
import { narrowed } from "./model";

/** The staff member's branches, and whether they take orders now. */
function BranchesPage() {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("state");
  const list = useInfiniteQuery(branchesList(scope, narrowed(params)));
  const makes = useQuery(meQuery(scope)).data?.capabilities.includes("services.make") ?? false;
  return (
    <RecordList<Branch>
      title={t("branches")}
      create={makes ? { to: "/branches/new", label: t("new_branch") } : undefined}
      list={list}
      to={({ id }) => `/branches/${encodeURIComponent(id)}`}
      search={t("search_branches")}
      views={useStates()}
      columns={[
        { id: "name", label: t("name"), cell: (one) => nameIn(scope.lang, one) },
        { id: "store", label: t("store"), cell: ({ store }) => store.name },
        { id: "district", label: t("area"), cell: ({ district }) => district.name },
        { id: "now", label: t("now"), cell: (one) => <Now branch={one} /> },
        {
          id: "zones",
          label: t("zones"),
          align: "end",
          cell: ({ zones }) => format.number(zones),
        },
        { id: "state", label: t("state"), cell: ({ state }) => <StateBadge state={state} /> },
      ]}
      empty={{ icon: "store", title: t("no_branches"), text: t("no_branches_text") }}
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" icon="calendar" to="/hours">
          {t("named_days")}
        </ButtonLink>
        {makes && <Order of="branches" />}
      </div>
    </RecordList>
  );
}

function Now({ branch }: { branch: Branch }) {
  const { t } = useTranslation("sellers");
  const format = useFormat();
  if (branch.state !== "shown") return "–";
  if (branch.open) return <Badge tone="good">{t("open_now")}</Badge>;
  return (
    <Badge tone={branch.closed_reason === "hours" ? "neutral" : "trouble"}>
      {branch.opens_at
        ? t("opens_at", { time: format.dayTime(Date.parse(String(branch.opens_at))) })
        : t(branch.closed_reason === "nowhere" ? "closed_nowhere" : "closed_now")}
    </Badge>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:branches"), noIndex: true }),
  Component: BranchesPage,
});
