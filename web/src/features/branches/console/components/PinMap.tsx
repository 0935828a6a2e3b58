import { useMemo } from "react";
import type { District } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { areaAt, areaOf, type LatLng } from "../../../../ui/geo";
import { MapPicker } from "../../../../ui/MapPicker";
import { Notice } from "../../../../ui/Notice";
import { PinSearch } from "../../../places/components/PinSearch";
import { guideIn } from "../../../places/guide";
import { configuredTiles } from "../../../places/tiles";
import { useOwnPosition } from "../../../places/useOwnPosition";

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
  const { t, i18n } = useTranslation();
  const areas = useMemo(() => districts.map(areaOf), [districts]);
  const guide = useMemo(() => guideIn(i18n.language), [i18n.language]);
  const tiles = useMemo(configuredTiles, []);
  const position = useOwnPosition();
  const put = (place: LatLng) => onPin(place, areaAt(areas, place)?.id ?? null);
  function useDevice() {
    position.ask((_district, place) => {
      // A branch may stand where nobody delivers yet.
      position.clear();
      put(place);
    });
  }
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="soft"
        size="sm"
        icon="locate"
        loading={position.busy}
        onClick={useDevice}
        className="self-start"
      >
        {t("places:own_position")}
      </Button>
      {position.problem && (
        <Notice tone="trouble" live>
          {position.problem}
        </Notice>
      )}
      <PinSearch districts={districts} marks={guide.marks} onFind={put} />
      <MapPicker
        guide={guide}
        tiles={tiles}
        className="h-80"
        areas={areas}
        value={pin}
        onChange={put}
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
    </div>
  );
}
