import { useMemo } from "react";
import type { District } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { areaOf, type LatLng } from "../../../../ui/geo";
import { MapPicker } from "../../../../ui/MapPicker";

/** The pin of a branch on our own map; the area it lies in comes along. */
export default function PinMap({
  districts,
  pin,
  area,
  onPin,
}: {
  districts: readonly District[];
  pin: LatLng | null;
  area: string;
  onPin: (pin: LatLng, area: string | null) => void;
}) {
  const { t } = useTranslation();
  const areas = useMemo(() => districts.map(areaOf), [districts]);
  return (
    <MapPicker
      className="h-80"
      areas={areas}
      value={pin}
      onChange={(place, found) => onPin(place, found?.id ?? null)}
      focusOn={pin ?? (area || null)}
      describe={(_place, found) =>
        found ? t("places:pin_in", { district: found.label }) : t("places:pin_outside")
      }
      labels={{
        map: t("places:map_label"),
        instructions: t("places:map_help"),
        pin: t("places:pin"),
        zoomIn: t("places:zoom_in"),
        zoomOut: t("places:zoom_out"),
      }}
    />
  );
}
