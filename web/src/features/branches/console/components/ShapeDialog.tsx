import { lazy, Suspense, useMemo, useState } from "react";
import type { District } from "../../../../api/types";
import { geoJSON, ringIn } from "../../../../backoffice/outline";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { areaOf } from "../../../../ui/geo";
import { Skeleton } from "../../../../ui/Skeleton";
import { TextArea } from "../../../../ui/TextArea";
import type { Ring } from "../zones";

const MapShape = lazy(() => import("../../../../ui/MapShape"));

/** Draws the part of an area that a zone is for, on the map or by a pasted list of corners. */
export function ShapeDialog({
  name,
  district,
  districts,
  shape,
  onDone,
  onClose,
}: {
  name: string;
  district: string;
  districts: readonly District[];
  shape: Ring;
  onDone: (shape: Ring) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("sellers");
  const [ring, setRing] = useState<Ring>(shape);
  const [text, setText] = useState(geoJSON(shape));
  const areas = useMemo(() => districts.map(areaOf), [districts]);
  const unread = ringIn(text) === null;
  function put(next: Ring) {
    setRing(next);
    setText(geoJSON(next));
  }
  const few = ring.length > 0 && ring.length < 3;
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t("shape_title", { name })}
      closeLabel={t("shape_close")}
      footer={
        <>
          <Button
            variant="primary"
            disabled={unread || few}
            onClick={() => {
              onDone(ring);
              onClose();
            }}
          >
            {t(ring.length === 0 ? "shape_whole" : "shape_use")}
          </Button>
          <Button variant="soft" disabled={ring.length === 0} onClick={() => put([])}>
            {t("shape_clear")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t("shape_text")}</p>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <MapShape
            areas={areas}
            area={district}
            value={ring.map(([lat, lng]) => ({ lat, lng }))}
            onChange={(corners) => put(corners.map(({ lat, lng }) => [lat, lng]))}
            labels={{
              map: t("shape_map"),
              instructions: t("shape_help"),
              zoomIn: t("places:zoom_in"),
              zoomOut: t("places:zoom_out"),
              corner: (number) => t("shape_corner", { number }),
              added: (count) => t("shape_corners", { count }),
              removed: (count) => t("shape_corners", { count }),
            }}
          />
        </Suspense>
        <p className="text-sm text-muted">{t("shape_corners", { count: ring.length })}</p>
        <TextArea
          label={t("shape_paste")}
          hint={t("shape_paste_hint")}
          error={unread ? t("shape_unread") : few ? t("shape_unfinished") : undefined}
          rows={3}
          dir="ltr"
          value={text}
          onValueChange={(value) => {
            setText(value);
            const read = ringIn(value);
            if (read) setRing(read);
          }}
        />
      </div>
    </Dialog>
  );
}
