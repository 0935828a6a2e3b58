import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { Card } from "../../ui/Card";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { OpenState } from "./BranchCard";

/** A branch where there is little room: its picture, its name, and whether it is open. */
export function BranchLine({ branch }: { branch: BranchCard }) {
  const { t } = useTranslation();
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
        {branch.delivers === false ? (
          <p className="text-sm leading-6 text-trouble-text">{t("branches:not_here")}</p>
        ) : (
          <OpenState branch={branch} />
        )}
      </div>
    </Card>
  );
}
