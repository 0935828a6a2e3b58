import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { type Flat, fromFlat, type LatLng, type MapArea, toFlat } from "./geo";
import { arrows, MapFrame, type MapFrameLabels, type MapSight, within } from "./MapFrame";
import { fromScreen, nudged, toScreen, withInSight } from "./mapView";

export interface MapShapeLabels extends MapFrameLabels {
  corner: (number: number) => string;
  added: (count: number) => string;
  removed: (count: number) => string;
}

export interface MapShapeProps {
  areas: readonly MapArea[];
  /** The area the shape belongs to; it is in view at first. */
  area: string;
  /** The initial view while there is neither a shape nor an area. */
  near?: LatLng | null;
  /** The corners in order; the last is connected to the first. */
  value: readonly LatLng[];
  onChange: (corners: LatLng[]) => void;
  labels: MapShapeLabels;
  disabled?: boolean;
  className?: string;
}

/**
 * A map on which a shape is drawn: a tap adds a corner to the nearest side, corners are dragged or
 * moved by arrow keys, and Delete removes one. Runs in the browser only: load it with React.lazy.
 */
export default function MapShape({
  areas,
  area,
  near = null,
  value,
  onChange,
  labels,
  disabled = false,
  className,
}: MapShapeProps) {
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<{ at: number; to: LatLng } | null>(null);
  const shown = dragged ? value.map((one, at) => (at === dragged.at ? dragged.to : one)) : value;

  const outlined = areas.some(({ id, rings }) => id === area && rings.flat().length > 0);

  function add(place: LatLng) {
    if (disabled) return;
    onChange(withCorner(value, place));
    setSaid(labels.added(value.length + 1));
  }
  function remove(at: number) {
    onChange(value.filter((_, place) => place !== at));
    setSaid(labels.removed(value.length - 1));
  }
  const move = (at: number, to: LatLng) =>
    onChange(value.map((one, place) => (place === at ? to : one)));

  return (
    <MapFrame
      areas={areas}
      chosen={area}
      labels={labels}
      onTap={add}
      focusOn={outlined ? area : value.length === 0 ? near : null}
      startAt={outlined ? null : (value[0] ?? null)}
      said={said}
      className={className}
    >
      {(sight, help) => (
        <>
          <Line sight={sight} corners={shown} />
          {!disabled &&
            shown.map((corner, at) => (
              <Corner
                // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the line.
                key={at}
                sight={sight}
                corner={corner}
                label={labels.corner(at + 1)}
                help={help}
                onDrag={(to) => setDragged({ at, to })}
                onPut={(to) => {
                  setDragged(null);
                  if (to) move(at, to);
                }}
                onRemove={() => remove(at)}
              />
            ))}
        </>
      )}
    </MapFrame>
  );
}

/** The corners with one more, inserted into the nearest side. */
export function withCorner(corners: readonly LatLng[], place: LatLng): LatLng[] {
  if (corners.length < 3) return [...corners, place];
  const flat = corners.map(toFlat);
  const at = toFlat(place);
  let best = { side: 0, away: Number.POSITIVE_INFINITY };
  for (const [side, from] of flat.entries()) {
    const to = flat[(side + 1) % flat.length] ?? from;
    const away = distance(at, from, to);
    if (away < best.away) best = { side, away };
  }
  return corners.toSpliced(best.side + 1, 0, place);
}

/** The distance from a point to the nearest point of a side. */
function distance(p: Flat, a: Flat, b: Flat): number {
  const side = { x: b.x - a.x, y: b.y - a.y };
  const long = side.x ** 2 + side.y ** 2;
  const along =
    long === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * side.x + (p.y - a.y) * side.y) / long));
  return Math.hypot(p.x - a.x - along * side.x, p.y - a.y - along * side.y);
}

function Line({ sight: { view, size }, corners }: { sight: MapSight; corners: readonly LatLng[] }) {
  const points = corners.map((one) => toScreen(view, size, toFlat(one)));
  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      className="pointer-events-none absolute inset-0 block"
    >
      <polygon
        points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
        strokeWidth="3"
        strokeLinejoin="round"
        className="fill-go stroke-go [fill-opacity:0.25]"
      />
    </svg>
  );
}

function Corner({
  sight: { view, size, setView, surface },
  corner,
  label,
  help,
  onDrag,
  onPut,
  onRemove,
}: {
  sight: MapSight;
  corner: LatLng;
  label: string;
  help: string;
  onDrag: (to: LatLng) => void;
  onPut: (to: LatLng | null) => void;
  onRemove: () => void;
}) {
  const at = toScreen(view, size, toFlat(corner));
  const held = useRef<"no" | "down" | "moved">("no");
  function onMove(event: PointerEvent<HTMLButtonElement>) {
    if (held.current === "no" || !surface.current) return;
    held.current = "moved";
    onDrag(fromFlat(fromScreen(view, size, within(surface.current, event))));
  }
  function onUp(event: PointerEvent<HTMLButtonElement>) {
    const moved = held.current === "moved" && event.type === "pointerup";
    held.current = "no";
    onPut(moved ? corner : null);
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      onRemove();
      return;
    }
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? 40 : 8;
    const to = nudged(view, corner, { x: arrow.x * step, y: arrow.y * step });
    setView((before) => withInSight(before, size, to));
    onPut(to);
  }
  const outside = at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height;
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={help}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        held.current = "down";
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onKeyDown={onKey}
      onFocus={() => outside && setView((before) => withInSight(before, size, corner))}
      style={{ transform: `translate(${at.x - 22}px, ${at.y - 22}px)` }}
      className="absolute start-0 top-0 flex size-11 cursor-grab touch-none items-center justify-center rounded-full"
    >
      <span
        aria-hidden="true"
        className="size-4 rounded-full border-2 border-card bg-go shadow-soft"
      />
    </button>
  );
}
