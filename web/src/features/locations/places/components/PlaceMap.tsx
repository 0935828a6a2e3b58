import { useMemo } from "react";
import type { District } from "../../../../api/types";
import type { Point } from "../../../../lib/cookies";
import { useTranslation } from "../../../../lib/translation";
import { areaAt, areaOf, type MapArea } from "../../../../ui/geo";
import { MapPicker } from "../../../../ui/MapPicker";
import { guideIn } from "../guide";
import { configuredTiles } from "../tiles";
import { PinSearch } from "./PinSearch";

export interface PlaceMapProps {
  districts: readonly District[];
  pin: Point | null;
  /** The district that is shown at first. */
  current: string;
  /** The pin, and the district that contains it. */
  onPin: (pin: Point, district: string | null) => void;
  /** Taller, for pages with little else. */
  tall?: boolean;
  /** Adds a search by name, where the area is not chosen next to the map. */
  search?: boolean;
}

/** Our own map: outlines of the districts, over raster tiles if they are configured, and a pin. */
export default function PlaceMap({
  districts,
  pin,
  current,
  onPin,
  tall = false,
  search = false,
}: PlaceMapProps) {
  const { t, i18n } = useTranslation();
  const areas = useMemo<MapArea[]>(
    () => districts.map((one) => ({ ...areaOf(one), quiet: !one.served })),
    [districts],
  );
  const tiles = useMemo(configuredTiles, []);
  const guide = useMemo(() => guideIn(i18n.language), [i18n.language]);
  const put = ({ lat, lng }: Point) => onPin({ lat, lng }, areaAt(areas, { lat, lng })?.id ?? null);
  return (
    <div className="flex flex-col gap-2">
      {search && <PinSearch districts={districts} marks={guide.marks} onFind={put} />}
      <MapPicker
        areas={areas}
        tall={tall}
        tiles={tiles}
        guide={guide}
        value={pin}
        onChange={put}
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
