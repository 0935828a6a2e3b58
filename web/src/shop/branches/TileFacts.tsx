import type { BranchCard } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { cx } from "../../ui/cx";
import { takesOrders, useClosed } from "../useClosed";
import { useSoon } from "../useSoon";
import { areaOf } from "./BranchName";
import { BranchRating } from "./BranchRating";

/** The delivery time or the opening time, then rating and fee, in as many lines as fit. */
export function TileFacts({ branch }: { branch: BranchCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const closed = useClosed()(branch);
  const soon = useSoon()(branch);
  const area = areaOf(branch.name);
  const fee =
    branch.delivery_fee === null || branch.delivers === false
      ? null
      : branch.delivery_fee === 0
        ? t("branches:free_delivery")
        : t("branches:delivery_fee", { fee: format.money(branch.delivery_fee) });
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      {branch.delivers === false ? (
        <p className="leading-7 font-medium text-trouble-text @max-3xs:text-sm @max-3xs:leading-6">
          {t("branches:not_here")}
        </p>
      ) : closed ? (
        <p
          className={cx(
            "leading-7 font-medium @max-3xs:text-sm @max-3xs:leading-6",
            !takesOrders(branch) && "text-trouble-text",
          )}
        >
          {closed}
        </p>
      ) : (
        <p className="text-lg leading-7 font-semibold text-go-text @max-3xs:text-base @max-3xs:leading-6">
          {soon}
        </p>
      )}
      <BranchRating branch={branch} className="self-center text-sm text-muted" />
      {(fee || area) && (
        <p className="flex min-w-0 gap-1 text-sm leading-6 text-muted @max-3xs:w-full">
          {/* A small tile's name has no line for the area. */}
          {area && (
            <span className="hidden truncate @max-3xs:block" aria-hidden>
              {area}
              {fee && " ·"}
            </span>
          )}
          {fee && <span className="shrink-0">{fee}</span>}
        </p>
      )}
    </div>
  );
}
