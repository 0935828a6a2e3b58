import type { BranchCard as BranchData } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Isolate } from "../../lib/words";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import type { Tint } from "../../ui/tint";
import { Heart } from "../favourites/Heart";
import { takesOrders, useClosed } from "../useClosed";
import { useSoon } from "../useSoon";
import { BranchCover, BranchMark } from "./BranchCover";
import { BranchName } from "./BranchName";
import { BranchRating } from "./BranchRating";
import { kilometres } from "./model";

export interface BranchCardProps {
  branch: BranchData;
  /** The background colour of the service. */
  tint?: Tint;
  eager?: boolean;
  /**
   * Shows that the branch does not deliver here; false if the list shows that once for all branches.
   */
  away?: boolean;
}

/** A branch in a list: whether it is open, its delivery time, fee and distance. */
export function BranchCard({
  branch,
  tint = "neutral",
  eager = false,
  away = true,
}: BranchCardProps) {
  return (
    <Card as="article" padding="none" pressable className="@container h-full">
      <div className="flex h-full flex-col @3xl:flex-row-reverse">
        <BranchCover
          branch={branch}
          tint={tint}
          eager={eager}
          className="h-21 rounded-t-card sm:h-25 @3xl:h-auto @3xl:w-2/5 @3xl:rounded-s-none @3xl:rounded-e-card"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-2 px-3 pb-3 @3xl:justify-center @3xl:py-3">
          <div className="flex gap-3">
            <BranchMark branch={branch} eager={eager} className="-mt-4 size-16 @3xl:mt-0" />
            <div className="flex min-w-0 flex-1 flex-col gap-1 pt-2 @3xl:pt-0">
              <h3 className="leading-snug font-semibold text-balance">
                <Link to={paths.branch(branch.slug)} look="cover">
                  <BranchName name={branch.name} />
                </Link>
              </h3>
              <OpenState branch={branch} />
            </div>
          </div>
          <Facts branch={branch} away={away} />
        </div>
      </div>
      <div className="absolute end-2 top-2 z-10">
        <Heart kind="branch" id={branch.id} name={branch.name} look="card" />
      </div>
    </Card>
  );
}

/** The facts customers compare branches by, in the header of the branch's page: on a phone all in one line. */
export function BranchFacts({ branch }: { branch: BranchData }) {
  return <Facts branch={branch} away={false} head />;
}

/** Uses as few lines as fit; a phone's card has one line, with the facts that matter most. */
function Facts({
  branch,
  away,
  head = false,
}: {
  branch: BranchData;
  away: boolean;
  /** In the page's header: everything important, in one line on a phone too. */
  head?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const km = kilometres(branch);
  const delivers = branch.delivers !== false;
  const soon = useSoon()(branch);
  return (
    <div className={cx("facts text-sm text-muted", head && "head")}>
      <BranchRating branch={branch} count={!head} />
      {!delivers
        ? away && (
            <span className="inline-flex items-center gap-1 text-trouble-text">
              <Icon name="pin" size={16} />
              {t("branches:not_here")}
            </span>
          )
        : null}
      {(head || (delivers && !branch.is_closed)) && soon !== null && (
        <span
          className={cx("inline-flex items-center gap-1", delivers && "font-medium text-go-text")}
        >
          <Icon
            name={branch.promise === "minutes" ? "clock" : "truck"}
            size={16}
            className={head ? "max-sm:hidden" : undefined}
          />
          {soon}
        </span>
      )}
      {delivers && branch.delivery_fee !== null && (
        <span>
          {branch.delivery_fee === 0
            ? t("branches:free_delivery")
            : t("branches:delivery_fee", { fee: format.money(branch.delivery_fee) })}
        </span>
      )}
      {(head || delivers) && branch.minimum_order > 0 && (
        <span className={head ? undefined : "max-sm:hidden"}>
          {t("branches:minimum", { amount: format.money(branch.minimum_order) })}
        </span>
      )}
      {km !== null && (
        <span className="max-sm:hidden">
          {t("branches:km", { km: format.number(km, km < 10 ? 1 : 0) })}
        </span>
      )}
      {delivers && branch.pickup_minutes !== null && !branch.is_closed && (
        <span className="max-sm:hidden">
          {t("branches:pickup", { minutes: format.duration(branch.pickup_minutes) })}
        </span>
      )}
    </div>
  );
}

/** "Open till 11 p.m." or "Closed, opens 10 a.m.", in a badge or in plain words. */
export function OpenState({
  branch,
  plain = false,
  className,
}: {
  branch: BranchData;
  plain?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const text =
    useClosed()(branch) ??
    (branch.closes_at
      ? t("branches:open_until", { time: format.time(Date.parse(branch.closes_at)) })
      : t("branches:all_day"));
  return (
    <p className={className}>
      {plain ? (
        text
      ) : (
        <Badge tone={!branch.is_closed ? "good" : takesOrders(branch) ? "neutral" : "trouble"}>
          <Isolate>{text}</Isolate>
        </Badge>
      )}
    </p>
  );
}
