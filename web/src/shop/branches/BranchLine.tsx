import type { BranchCard } from "../../api/types";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Isolate } from "../../lib/words";
import { Card } from "../../ui/Card";
import { Link } from "../../ui/Link";
import { Picture } from "../../ui/Picture";
import { useSoon } from "../useSoon";
import { OpenState } from "./BranchCard";
import { kilometres } from "./model";

/**
 * A branch as a compact heading with its logo and two lines: name, opening state and delivery time.
 * Branches that do not deliver here are listed under one shared notice, with their distance and whether
 * they offer pickup.
 */
export function BranchLine({ branch }: { branch: BranchCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const km = kilometres(branch);
  const soon = useSoon()(branch);
  return (
    <Card
      as="article"
      padding="none"
      pressable
      className="flex h-15 items-center gap-2.5 whitespace-nowrap ps-1.5 pe-4"
    >
      <Picture
        src={branch.image.src}
        name={branch.name}
        alt=""
        width={branch.image.width}
        height={branch.image.height}
        tint="neutral"
        className="size-12 shrink-0"
      />
      <div className="min-w-0">
        <h3 className="leading-6 font-semibold">
          <Link to={paths.branch(branch.slug)} look="cover">
            <Isolate>{branch.name}</Isolate>
          </Link>
        </h3>
        {branch.delivers === false ? (
          <p className="text-sm leading-6 text-muted">
            {km !== null && t("branches:km", { km: format.number(km, km < 10 ? 1 : 0) })}
          </p>
        ) : (
          <div className="flex items-center gap-2 text-sm leading-6">
            {!branch.is_closed && <span className="font-medium text-go-text">{soon}</span>}
            {!branch.is_closed && branch.delivery_fee !== null && (
              <span className="text-muted">
                {branch.delivery_fee === 0
                  ? t("branches:free_delivery")
                  : t("branches:delivery_fee", { fee: format.money(branch.delivery_fee) })}
              </span>
            )}
            {branch.is_closed && <OpenState branch={branch} />}
          </div>
        )}
      </div>
    </Card>
  );
}
