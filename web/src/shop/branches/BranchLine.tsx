import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { OpenState } from "./BranchCard";

/**
 * A branch where there is little room: its picture, its name, and whether it is open. Those that do
 * not deliver here stand apart, under words that say so once.
 */
export function BranchLine({ branch }: { branch: BranchCard }) {
  return (
    <Card as="article" padding="none" pressable className="flex items-center gap-3 p-2 pe-4">
      <Picture
        src={branch.image.src}
        name={branch.name}
        alt=""
        width={branch.image.width}
        height={branch.image.height}
        className="size-14 shrink-0"
      />
      <div className="min-w-0">
        <h3 className="line-clamp-2 leading-7 font-medium">
          <Link to={paths.branch(branch.slug)} look="cover">
            {branch.name}
          </Link>
        </h3>
        {branch.delivers !== false && <OpenState branch={branch} />}
      </div>
    </Card>
  );
}
