import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Link } from "../../ui/Link";
import type { Tint } from "../../ui/tint";
import { takesOrders, useClosed } from "../useClosed";
import { useSoon } from "../useSoon";
import { BranchCover, BranchMark } from "./BranchCover";
import { areaOf, BranchNameInLines } from "./BranchName";
import { BranchRating } from "./BranchRating";

/** A branch in a row of them: how long it takes is what one reads first. */
export function BranchTile({
  branch,
  tint = "neutral",
  eager = false,
  priority = false,
}: {
  branch: BranchCard;
  tint?: Tint;
  eager?: boolean;
  /** Its cover is the largest picture of the first screen. */
  priority?: boolean;
}) {
  return (
    <Card as="article" padding="none" pressable className="@container h-full">
      {/* Beside each other in a card that has a row of its own. */}
      <div className="flex h-full flex-col @2xl:flex-row-reverse">
        <BranchCover
          branch={branch}
          tint={tint}
          eager={eager}
          priority={priority}
          // Higher where the tile beside it says more: all of a row end alike.
          className="min-h-21 grow rounded-t-card sm:min-h-25 @max-3xs:min-h-16 @2xl:w-2/5 @2xl:grow-0 @2xl:rounded-s-none @2xl:rounded-e-card"
        />
        <div className="relative flex min-w-0 gap-3 px-3 pt-1.5 pb-2 @max-3xs:pt-3 @2xl:flex-1 @2xl:items-center @2xl:py-3">
          {/* In the corner the name leaves, so that the facts have the whole width; in a small tile above the name. */}
          <BranchMark
            branch={branch}
            eager={eager}
            className="absolute! end-3 -top-7 size-14 @max-3xs:start-3 @max-3xs:-top-9 @max-3xs:size-11 @2xl:static! @2xl:size-18"
          />
          <div className="min-w-0 flex-1">
            <h3 className="pe-16 leading-6 font-medium @max-3xs:pe-0 @max-3xs:text-sm @max-3xs:leading-6 @2xl:pe-0">
              <Link to={paths.branch(branch.slug)} look="cover">
                <BranchNameInLines name={branch.name} />
              </Link>
            </h3>
            <BranchFacts branch={branch} />
          </div>
        </div>
      </div>
    </Card>
  );
}

/** How soon, or when it opens; then rating and fee, in as many lines as there is room for. */
export function BranchFacts({ branch }: { branch: BranchCard }) {
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
          {/* In a small tile the name has no line for it. */}
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
