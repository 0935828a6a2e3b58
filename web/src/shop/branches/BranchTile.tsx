import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Link } from "../../ui/Link";
import type { Tint } from "../../ui/tint";
import { BranchCover, BranchMark } from "./BranchCover";
import { BranchNameInLines } from "./BranchName";
import { TileFacts } from "./TileFacts";

/** A branch in a row of tiles: its delivery time is the most prominent fact. */
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
      {/* Side by side in a card that has a row to itself. */}
      <div className="flex h-full flex-col @2xl:flex-row-reverse">
        <BranchCover
          branch={branch}
          tint={tint}
          eager={eager}
          priority={priority}
          // Grows where an adjacent tile has more text, so that all tiles of a row end at the same
          // height.
          className={cx(
            // A closed branch has one more line of text.
            branch.is_closed ? "@max-3xs:min-h-9" : "@max-3xs:min-h-15",
            "min-h-21 grow rounded-t-card sm:min-h-25 @2xl:w-2/5 @2xl:grow-0 @2xl:rounded-s-none @2xl:rounded-e-card",
          )}
        />
        <div className="relative flex min-w-0 gap-3 px-3 pt-3 pb-2 @2xl:flex-1 @2xl:items-center @2xl:py-3">
          {/* Above the name, which uses the whole width. */}
          <BranchMark
            branch={branch}
            eager={eager}
            className="absolute! start-3 -top-11 size-13 @max-3xs:-top-9 @max-3xs:size-11 @2xl:static! @2xl:size-18"
          />
          <div className="min-w-0 flex-1">
            <h3 className="leading-6 font-medium @max-3xs:text-sm @max-3xs:leading-6">
              <Link to={paths.branch(branch.slug)} look="cover">
                <BranchNameInLines name={branch.name} />
              </Link>
            </h3>
            <TileFacts branch={branch} />
          </div>
        </div>
      </div>
    </Card>
  );
}
