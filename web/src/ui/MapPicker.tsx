import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { areaAt, type Flat, fromFlat, type LatLng, type MapArea, toFlat } from "./geo";
import { arrows, MapFrame, type MapFrameLabels, type MapSight, within } from "./MapFrame";
import { MapPin } from "./MapPin";
import type { MapGuide } from "./mapLabels";
import { fromScreen, type MapTiles, nudged, toScreen, withInSight } from "./mapView";

export interface MapPickerLabels extends MapFrameLabels {
  pin: string;
}

export interface MapPickerProps {
  areas: readonly MapArea[];
  value: LatLng | null;
  /** Called after a tap, at the end of a drag, and for each arrow key; with the area that contains the place. */
  onChange: (place: LatLng, area: MapArea | null) => void;
  labels: MapPickerLabels;
  /** Describes the pin's location; announced whenever the pin has moved. */
  describe: (place: LatLng, area: MapArea | null) => string;
  /** Brings a place, or a whole area by its id, into view whenever it changes. */
  focusOn?: LatLng | string | null;
  /** Landmarks for orientation, where there are no tiles. */
  guide?: MapGuide | undefined;
  tiles?: MapTiles | undefined;
  className?: string;
  tall?: boolean;
}

/**
 * A map of given outlines, with a pin that can be dragged, placed by a tap, or moved by arrow keys.
 * Needs no external service. Runs in the browser only: load it with React.lazy.
 */
export function MapPicker({
  areas,
  value,
  onChange,
  labels,
  describe,
  focusOn = null,
  guide,
  tiles,
  className,
  tall,
}: MapPickerProps) {
  const [dragged, setDragged] = useState<LatLng | null>(null);
  const [said, setSaid] = useState("");
  const shown = dragged ?? value;
  const here = shown && areaAt(areas, shown);

  function put(place: LatLng) {
    const area = areaAt(areas, place);
    setSaid(describe(place, area));
    onChange(place, area);
  }

  return (
    <MapFrame
      areas={areas}
      chosen={here?.id}
      labels={labels}
      onTap={put}
      focusOn={focusOn}
      startAt={value}
      pin={shown}
      guide={guide}
      tiles={tiles}
      said={said}
      className={className}
      tall={tall}
    >
      {(sight, help) =>
        shown && (
          <Pin
            sight={sight}
            shown={shown}
            value={value}
            label={`${labels.pin}: ${describe(shown, here)}`}
            help={help}
            onDrag={setDragged}
            onPut={(place) => {
              setDragged(null);
              if (place) put(place);
            }}
          />
        )
      }
    </MapFrame>
  );
}

export default MapPicker;

function Pin({
  sight: { view, size, setView, surface },
  shown,
  value,
  label,
  help,
  onDrag,
  onPut,
}: {
  sight: MapSight;
  shown: LatLng;
  value: LatLng | null;
  label: string;
  help: string;
  onDrag: (place: LatLng) => void;
  /** Null where a drag did not move the pin. */
  onPut: (place: LatLng | null) => void;
}) {
  const tip = toScreen(view, size, toFlat(shown));
  const grip = useRef<Flat | null>(null);
  const moved = useRef(false);
  function onDown(event: PointerEvent<HTMLButtonElement>) {
    if (!value || !surface.current) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const at = within(surface.current, event);
    // The pin keeps its offset from the pointer instead of jumping to it with its tip.
    grip.current = { x: tip.x - at.x, y: tip.y - at.y };
    moved.current = false;
  }
  function onMove(event: PointerEvent<HTMLButtonElement>) {
    if (!grip.current || !surface.current) return;
    const at = within(surface.current, event);
    moved.current = true;
    onDrag(
      fromFlat(fromScreen(view, size, { x: at.x + grip.current.x, y: at.y + grip.current.y })),
    );
  }
  function onUp(event: PointerEvent<HTMLButtonElement>) {
    const held = grip.current !== null && moved.current;
    grip.current = null;
    onPut(held && event.type === "pointerup" ? shown : null);
  }
  function onKey(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (!arrow || !value) return;
    event.preventDefault();
    const step = event.shiftKey ? 40 : 8;
    const place = nudged(view, value, { x: arrow.x * step, y: arrow.y * step });
    setView((before) => withInSight(before, size, place));
    onPut(place);
  }
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={help}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onKeyDown={onKey}
      style={{ transform: `translate(${tip.x - 24}px, ${tip.y - 46}px)` }}
      className="absolute start-0 top-0 flex size-12 cursor-grab touch-none items-end justify-center rounded-full text-go active:cursor-grabbing"
    >
      <MapPin />
    </button>
  );
}
