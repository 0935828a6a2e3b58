import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import type { LatLng } from "../../../../../ui/geo";
import { Notice } from "../../../../../ui/Notice";
import { useOwnPosition } from "../../../places/useOwnPosition";

/** Uses this device's position instead of moving the pin. */
export function DevicePlace({ onPlace }: { onPlace: (place: LatLng) => void }) {
  const { t } = useTranslation();
  const position = useOwnPosition();
  return (
    <>
      <Button
        variant="soft"
        size="sm"
        icon="locate"
        loading={position.busy}
        onClick={() =>
          position.ask((_district, place) => {
            // A branch may be in an area without any delivery yet.
            position.clear();
            onPlace(place);
          })
        }
        className="self-start"
      >
        {t("places:own_position")}
      </Button>
      {position.problem && (
        <Notice tone="trouble" live>
          {position.problem}
        </Notice>
      )}
    </>
  );
}
