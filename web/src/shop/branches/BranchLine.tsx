import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { Link } from "../../ui/Link";
import { OpenState } from "./BranchCard";

/**
 * A branch in one line above other things: its name, and whether it is open. Those that do not
 * deliver here stand apart, under words that say so once.
 */
export function BranchLine({ branch }: { branch: BranchCard }) {
  return (
    <Card
      as="article"
      padding="none"
      pressable
      className="flex h-11 items-center gap-2 whitespace-nowrap px-3"
    >
      <h3 className="text-sm font-medium">
        <Link to={paths.branch(branch.slug)} look="cover">
          {branch.name}
        </Link>
      </h3>
      {branch.delivers !== false && <OpenState branch={branch} />}
    </Card>
  );
}
