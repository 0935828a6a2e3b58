import type { BranchCard } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { Words } from "../../../../lib/words";
import { useClosed } from "../../../../shop/useClosed";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Notice } from "../../../../ui/Notice";

/** Explains what the cart's branch cannot do now, and what the customer can do instead. */
export function BranchNotice({
  branch,
  here,
  outside,
}: {
  branch: BranchCard;
  /** Whether the branch delivers to the customer's district. */
  here: boolean;
  /** Why the branch does not deliver to this address, where it delivers only to a part of the district. */
  outside?: string | undefined;
}) {
  const { t } = useTranslation();
  const closed = useClosed()(branch, "basket:closed");
  if (!here) {
    return (
      <Notice
        tone="trouble"
        title={t("basket:not_delivered")}
        action={
          <ButtonLink
            size="sm"
            icon="store"
            to={`${paths.branchesResults}?service_id=${branch.service.slug}`}
          >
            {t("basket:other_branches")}
          </ButtonLink>
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
  if (!closed) return null;
  return (
    <Notice tone="warning" icon="clock" title={closed}>
      {branch.opens_at ? t("basket:closed_schedule") : t("basket:closed_keep")}
    </Notice>
  );
}
