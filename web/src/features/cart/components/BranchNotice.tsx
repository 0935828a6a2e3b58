import type { BranchCard } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";

/** What the cart's branch cannot do now, and what to do instead. */
export function BranchNotice({
  branch,
  outside,
}: {
  branch: BranchCard;
  /** Why not to this address, where it delivers to a part of the area. */
  outside?: string | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (branch.delivers === false) {
    return (
      <Notice
        tone="trouble"
        title={t("basket:not_delivered")}
        action={
          <Button size="sm" icon="pin" onClick={() => openDialog("location", {})}>
            {t("basket:change_place")}
          </Button>
        }
      >
        {outside ? (
          <Words>{outside}</Words>
        ) : (
          t("basket:not_delivered_text", { branch: branch.name })
        )}
      </Notice>
    );
  }
  if (!branch.is_closed) return null;
  return (
    <Notice
      tone="warning"
      icon="clock"
      title={
        branch.opens_at
          ? t("basket:closed_until", { time: format.dayTime(Date.parse(branch.opens_at)) })
          : t("basket:closed")
      }
    >
      {branch.opens_at ? t("basket:closed_schedule") : t("basket:closed_keep")}
    </Notice>
  );
}
