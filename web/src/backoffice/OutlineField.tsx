import { Suspense } from "react";
import { part } from "../lib/part";
import { useTranslation } from "../lib/translation";
import type { LatLng, MapArea } from "../ui/geo";
import { Skeleton } from "../ui/Skeleton";
import { TextArea } from "../ui/TextArea";
import { geoJSON, ringIn } from "./outline";

const MapShape = part(() => import("../ui/MapShape"));

export interface OutlineFieldProps {
  name?: string;
  /** The label of the map. */
  label: string;
  areas: readonly MapArea[];
  /** The area it belongs to; it is in view at first. */
  area: string;
  /** The map's initial position when nothing is drawn yet. */
  near?: LatLng | null;
  /** The corners as text: GeoJSON, WKT, or one place per line. */
  value: string;
  onValueChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
}

/** Whether a text of corners can be saved: it has none, or at least three. */
export function isOutline(text: string): boolean {
  const ring = ringIn(text);
  return ring !== null && (ring.length === 0 || ring.length > 2);
}

/** An outline, drawn corner by corner on the map or pasted as a list of corners. */
export function OutlineField({
  name,
  label,
  areas,
  area,
  near = null,
  value,
  onValueChange,
  hint,
  error,
}: OutlineFieldProps) {
  const { t } = useTranslation("backoffice");
  const read = ringIn(value);
  const ring = read ?? [];
  const few = ring.length > 0 && ring.length < 3;
  const corners = t("outline_corners", { count: ring.length });
  return (
    <div className="flex flex-col gap-4">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <MapShape
          areas={areas}
          area={area}
          near={near}
          value={ring.map(([lat, lng]) => ({ lat, lng }))}
          onChange={(next) => onValueChange(geoJSON(next.map(({ lat, lng }) => [lat, lng])))}
          labels={{
            map: label,
            instructions: t("outline_help"),
            zoomIn: t("places:zoom_in"),
            zoomOut: t("places:zoom_out"),
            corner: (number) => t("outline_corner", { number }),
            added: (count) => t("outline_corners", { count }),
            removed: (count) => t("outline_corners", { count }),
          }}
        />
      </Suspense>
      <p className="text-sm text-muted">{corners}</p>
      <TextArea
        name={name}
        label={t("outline_paste")}
        hint={hint ?? t("outline_paste_hint")}
        error={
          read === null ? t("outline_unread") : few ? t("outline_unfinished") : (error ?? undefined)
        }
        rows={3}
        dir="ltr"
        value={value}
        onValueChange={onValueChange}
      />
    </div>
  );
}
