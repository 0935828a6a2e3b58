import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import type { LatLng } from "../../../../../ui/geo";
import { Notice } from "../../../../../ui/Notice";
import { useOwnPosition } from "../../../places/useOwnPosition";

/** Where this device is right now, instead of moving the pin. */
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
            // A branch may stand where nobody delivers yet.
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
