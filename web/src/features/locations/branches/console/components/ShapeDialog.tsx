import { useMemo, useState } from "react";
import type { District } from "../../../../../api/types";
import { isOutline, OutlineField } from "../../../../../backoffice/OutlineField";
import { geoJSON, ringIn } from "../../../../../backoffice/outline";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { areaOf } from "../../../../../ui/geo";
import type { Ring } from "../zones";

/** Draws the part of an area that a zone covers, on the map or from a pasted list of corners. */
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
  const [text, setText] = useState(geoJSON(shape));
  const areas = useMemo(() => districts.map(areaOf), [districts]);
  const ring = ringIn(text) ?? [];
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
            disabled={!isOutline(text)}
            onClick={() => {
              onDone(ring);
              onClose();
            }}
          >
            {t(ring.length === 0 ? "shape_whole" : "shape_use")}
          </Button>
          <Button variant="soft" disabled={text === ""} onClick={() => setText("")}>
            {t("shape_clear")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t("shape_text")}</p>
        <OutlineField
          label={t("shape_map")}
          areas={areas}
          area={district}
          value={text}
          onValueChange={setText}
        />
      </div>
    </Dialog>
  );
}
