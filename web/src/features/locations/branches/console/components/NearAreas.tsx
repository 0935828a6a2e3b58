import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../../../api/client";
import { personalQuery } from "../../../../../api/query";
import { useAction } from "../../../../../api/useAction";
import { nameIn } from "../../../../../backoffice/nameIn";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import type { LatLng } from "../../../../../ui/geo";
import { Notice } from "../../../../../ui/Notice";
import { districtsQuery } from "../api";

/** Hidden areas near a pin that is in no visible area: choosing one shows it to customers. */
export function NearAreas({ pin, onChosen }: { pin: LatLng; onChosen: (id: string) => void }) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const client = useQueryClient();
  const action = useAction();
  const near =
    useQuery(
      personalQuery(scope, "/console/districts/near", { params: { ...pin }, needsLogin: true }),
    ).data ?? [];
  if (near.length === 0) return null;
  const choose = (area: (typeof near)[number]) =>
    action.run(async () => {
      await request("POST", "/console/districts/show", {
        body: { show: "all", ids: [area.id] },
        suppressToast: true,
      });
      const { id, governorate, lat, lng, outline, radius, served } = area;
      const shown = {
        id,
        name: nameIn(scope.lang, area),
        governorate,
        lat,
        lng,
        outline,
        radius,
        served,
      };
      client.setQueryData(districtsQuery(scope).queryKey, (all) => [...(all ?? []), shown]);
      onChosen(id);
    });
  return (
    <Notice>
      <div className="flex flex-col items-start gap-3">
        <p>{t("areas_near")}</p>
        <div className="flex flex-wrap gap-2">
          {near.map((area) => (
            <Button key={area.id} size="sm" loading={action.busy} onClick={() => void choose(area)}>
              <Isolate>{nameIn(scope.lang, area)}</Isolate>
            </Button>
          ))}
        </div>
        {action.problem && <p className="text-sm text-trouble-text">{action.problem}</p>}
      </div>
    </Notice>
  );
}
