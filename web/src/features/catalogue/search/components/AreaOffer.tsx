import type { District } from "../../../../api/types";
import { useNavigate } from "../../../../lib/history";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { choosePlace } from "../../../locations/places/model";

/**
 * For a search that names an area: a link to the branches that deliver there; in one line next to shops with that name.
 */
export function AreaOffer({ area, inStrip }: { area: District; inStrip: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useScope().district === area.id;
  return (
    <button
      type="button"
      onClick={() => {
        if (!here) choosePlace(area);
        navigate(paths.branchesResults);
      }}
      className={cx(
        "flex items-center rounded-card bg-card text-start shadow-soft hover:shadow-lift",
        inStrip
          ? "min-h-11 gap-2 px-3 text-sm"
          : "min-h-16 w-full gap-3 px-4 py-2 sm:w-auto sm:self-start",
      )}
    >
      <Icon name="pin" size={inStrip ? 20 : 24} className="text-go-text" />
      <span className="min-w-0 flex-1">
        {!here && (
          <span className="block font-semibold">
            {t("places:deliver_to", { district: area.name })}
          </span>
        )}
        {(here || !inStrip) && (
          <span className={here ? "font-semibold" : "block text-sm text-muted"}>
            {t("search:area", { area: area.name })}
          </span>
        )}
      </span>
      <Icon name="chevron-end" className="text-muted" />
    </button>
  );
}
