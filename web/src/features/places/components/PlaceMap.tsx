import { useMemo } from "react";
import type { District } from "../../../api/types";
import type { Point } from "../../../lib/cookies";
import { useTranslation } from "../../../lib/translation";
import { areaOf, type MapArea } from "../../../ui/geo";
import { MapPicker } from "../../../ui/MapPicker";
import { guideIn } from "../guide";
import { configuredTiles } from "../tiles";
import { PinSearch } from "./PinSearch";

export interface PlaceMapProps {
  districts: readonly District[];
  pin: Point | null;
  /** The district in sight at first. */
  current: string;
  onPin: (pin: Point) => void;
  /** Where there is little else, and the area is not chosen beside it. */
  tall?: boolean;
}

/** Our own map: outlines of the districts, over raster tiles where these are set, and a pin. */
export default function PlaceMap({ districts, pin, current, onPin, tall = false }: PlaceMapProps) {
  const { t, i18n } = useTranslation();
  const areas = useMemo<MapArea[]>(
    () => districts.map((one) => ({ ...areaOf(one), quiet: !one.served })),
    [districts],
  );
  const tiles = useMemo(configuredTiles, []);
  const guide = useMemo(() => guideIn(i18n.language), [i18n.language]);
  return (
    <div className="flex flex-col gap-2">
      {tall && (
        <PinSearch
          districts={districts}
          marks={guide.marks}
          onFind={({ lat, lng }) => onPin({ lat, lng })}
        />
      )}
      <MapPicker
        areas={areas}
        tall={tall}
        tiles={tiles}
        guide={guide}
        value={pin}
        onChange={(place) => onPin(place)}
        focusOn={pin ?? (current || null)}
        describe={(_place, area) =>
          area ? t("places:pin_in", { district: area.label }) : t("places:pin_outside")
        }
        labels={{
          map: t("places:map_label"),
          instructions: t("places:map_help"),
          pin: t("places:pin"),
          zoomIn: t("places:zoom_in"),
          zoomOut: t("places:zoom_out"),
        }}
      />
    </div>
  );
}
