import { useQuery } from "@tanstack/react-query";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { TabLinks } from "../../../../ui/TabLinks";
import { type Branch, branchQuery } from "./api";
import { BranchHours } from "./components/BranchHours";
import { BranchProfile } from "./components/BranchProfile";
import { BranchStaff } from "./components/BranchStaff";
import { BranchZones } from "./components/BranchZones";
import { OrdersSettings } from "./components/OrdersSettings";
import { Pause } from "./components/Pause";
import { StateBadge, useClosing } from "./components/State";
import { useRecordSaved } from "./keep";

const tabs = ["profile", "hours", "delivery", "orders", "staff"] as const;

/** A branch, new or existing: its profile, hours and delivery areas. */
function BranchPage() {
  const { t } = useTranslation("sellers");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(branchQuery(scope, isNew ? "" : params.id));
  const navigate = useNavigate();
  const keep = useRecordSaved();
  const closing = useClosing("branches", async () => {
    keep();
    await asked.refetch();
  });
  function saved(branch: Branch) {
    keep(branchQuery(scope, branch.id).queryKey, branch);
    if (isNew) {
      navigate(`/branches/${encodeURIComponent(branch.id)}?tab=delivery`, { replace: true });
    }
  }
  return (
    <RecordPage<Branch>
      back={{ to: "/branches", label: t("branches") }}
      query={isNew ? null : asked}
      title={(branch) => (branch ? nameIn(scope.lang, branch) : t("new_branch"))}
      badge={(branch) => branch && <StateBadge state={branch.state} />}
      actions={(branch) =>
        branch.can_edit ? closing(branch.id, branch.state, nameIn(scope.lang, branch)) : []
      }
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(branch) =>
        branch === null ? (
          <BranchProfile key="new" branch={null} onSaved={saved} />
        ) : (
          <BranchParts branch={branch} onSaved={saved} again={asked.refetch} />
        )
      }
    </RecordPage>
  );
}

/** The parts of a branch's page, each with its own URL. */
function BranchParts({
  branch,
  onSaved,
  again,
}: {
  branch: Branch;
  onSaved: (branch: Branch) => void;
  again: () => Promise<unknown>;
}) {
  const { t } = useTranslation("sellers");
  const { path, query } = usePage();
  const offered = branch.can_edit ? tabs : tabs.filter((tab) => tab !== "profile");
  const tab = offered.find((one) => one === query.get("tab")) ?? offered[0] ?? "hours";
  return (
    <>
      {branch.state !== "archived" && <Pause branch={branch} onChanged={() => void again()} />}
      <TabLinks
        label={t("sections")}
        items={offered.map((one) => ({
          label: t(`tab_${one}`),
          to: `${path}${query.with({ tab: one })}`,
          current: one === tab,
        }))}
      />
      {tab === "profile" && <BranchProfile key={branch.id} branch={branch} onSaved={onSaved} />}
      {tab === "hours" && <BranchHours key={branch.id} id={branch.id} />}
      {tab === "delivery" && <BranchZones key={branch.id} id={branch.id} />}
      {tab === "orders" && <OrdersSettings id={branch.id} />}
      {tab === "staff" && <BranchStaff branch={branch.id} />}
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:branches"), noIndex: true }),
  Component: BranchPage,
});
