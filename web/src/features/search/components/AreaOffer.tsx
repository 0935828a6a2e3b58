import type { District } from "../../../api/types";
import { useNavigate } from "../../../lib/history";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Icon } from "../../../ui/Icon";
import { choosePlace } from "../../places/model";

/** Somebody searched for an area: the way to the branches that deliver there. */
export default function AreaOffer({ area }: { area: District }) {
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
      className="flex min-h-16 w-full items-center gap-3 rounded-card bg-card px-4 py-2 text-start shadow-soft hover:shadow-lift sm:w-auto sm:self-start"
    >
      <Icon name="pin" size={24} className="text-go-text" />
      <span className="min-w-0 flex-1">
        {!here && (
          <span className="block font-semibold">
            {t("places:deliver_to", { district: area.name })}
          </span>
        )}
        <span className={here ? "font-semibold" : "block text-sm text-muted"}>
          {t("search:area", { area: area.name })}
        </span>
      </span>
      <Icon name="chevron-end" className="text-muted" />
    </button>
  );
}
