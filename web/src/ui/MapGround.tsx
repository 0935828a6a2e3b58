import { memo, useMemo } from "react";
import { cx } from "./cx";
import { areaAt, type Flat, fromFlat, type LatLng, labelPlace, type MapArea, toFlat } from "./geo";
import {
  fromScreen,
  type MapTiles,
  type MapView,
  type Size,
  scaleOf,
  tilesOf,
  toScreen,
} from "./mapView";

/** Outlines are written once in steps this fine (about 4 cm) and then only moved and scaled. */
const unit = 2 ** 30;

export interface MapGroundProps {
  view: MapView;
  size: Size;
  areas: readonly MapArea[];
  chosen: string | undefined;
  /** Lines that help to find one's way, such as a river. */
  water: readonly (readonly LatLng[])[];
  tiles: MapTiles | undefined;
  /** Where a pin stands: names keep clear of it. */
  pin?: LatLng | null;
}

/** What lies under the pin: water, outlines of areas and their names, or raster tiles with names. */
export function MapGround({
  view,
  size,
  areas,
  chosen,
  water,
  tiles: service,
  pin = null,
}: MapGroundProps) {
  const origin = useMemo(() => {
    const place = areas[0]?.rings[0]?.[0] ?? water[0]?.[0] ?? { lat: 30, lng: 31 };
    return toFlat(place);
  }, [areas, water]);
  const scale = scaleOf(view.zoom);
  const at = toScreen(view, size, origin);
  const move = `translate(${at.x} ${at.y}) scale(${scale / unit})`;
  const tiles = service ? tilesOf(service, view, size) : [];
  return (
    <svg
      aria-hidden="true"
      width={size.width}
      height={size.height}
      className="pointer-events-none absolute inset-0 block select-none"
    >
      {tiles.map((tile) => (
        <image
          key={tile.key}
          href={tile.href}
          x={tile.x}
          y={tile.y}
          width={tile.side}
          height={tile.side}
        />
      ))}
      <g transform={move}>
        <Outlines areas={areas} chosen={chosen} origin={origin} faint={tiles.length > 0} />
        {tiles.length === 0 && <Waters water={water} origin={origin} />}
      </g>
      <Names view={view} size={size} areas={areas} chosen={chosen} pin={pin} />
    </svg>
  );
}

function path(ring: readonly LatLng[], origin: Flat, close: boolean): string {
  const corners = ring.map((place) => {
    const flat = toFlat(place);
    return `${Math.round((flat.x - origin.x) * unit)} ${Math.round((flat.y - origin.y) * unit)}`;
  });
  return corners.length === 0 ? "" : `M${corners.join("L")}${close ? "Z" : ""}`;
}

const Outlines = memo(function Outlines({
  areas,
  chosen,
  origin,
  faint,
}: {
  areas: readonly MapArea[];
  chosen: string | undefined;
  origin: Flat;
  faint: boolean;
}) {
  // The chosen one last, so that its edge lies on top.
  const inOrder = [...areas].sort((a, b) => Number(a.id === chosen) - Number(b.id === chosen));
  return inOrder.map((area) => (
    <path
      key={area.id}
      d={area.rings.map((ring) => path(ring, origin, true)).join("")}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area.id === chosen ? 2.5 : 1.25}
      strokeLinejoin="round"
      className={cx(
        area.id === chosen
          ? "fill-go-soft stroke-go"
          : area.quiet
            ? "fill-tint stroke-line"
            : "fill-card stroke-control",
        faint && "[fill-opacity:0.35]",
      )}
    />
  ));
});

const Waters = memo(function Waters({
  water,
  origin,
}: {
  water: readonly (readonly LatLng[])[];
  origin: Flat;
}) {
  return water.map((line) => (
    <path
      key={line.map((place) => `${place.lat},${place.lng}`).join(" ")}
      d={path(line, origin, false)}
      fill="none"
      vectorEffect="non-scaling-stroke"
      strokeWidth={9}
      strokeLinejoin="round"
      strokeLinecap="round"
      className="stroke-water"
    />
  ));
});

/** Of each area that is in sight well enough to be named, a place on the screen amid what is seen of it. */
function partsInSight(view: MapView, size: Size, areas: readonly MapArea[]): Map<string, Flat> {
  const seen = new Map<string, Flat[]>();
  const [across, down] = [10, 8];
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const at = {
        x: ((column + 0.5) / across) * size.width,
        y: ((row + 0.5) / down) * size.height,
      };
      const area = areaAt(areas, fromFlat(fromScreen(view, size, at)));
      if (area) seen.set(area.id, [...(seen.get(area.id) ?? []), at]);
    }
  }
  const places = new Map<string, Flat>();
  for (const [id, spots] of seen) {
    if (spots.length < 3) continue;
    const x = spots.reduce((sum, one) => sum + one.x, 0) / spots.length;
    const y = spots.reduce((sum, one) => sum + one.y, 0) / spots.length;
    // The nearest of them: the middle of a bent part may lie outside it.
    const away = (one: Flat) => Math.hypot(one.x - x, one.y - y);
    places.set(
      id,
      spots.reduce((best, one) => (away(one) < away(best) ? one : best)),
    );
  }
  return places;
}

/** Names that fit without covering each other; the chosen one always has its own. */
function Names({
  view,
  size,
  areas,
  chosen,
  pin,
}: {
  view: MapView;
  size: Size;
  areas: readonly MapArea[];
  chosen: string | undefined;
  pin: LatLng | null;
}) {
  const places = useMemo(
    () =>
      areas
        .map((area) => ({ area, flat: labelPlace(area) }))
        .sort((a, b) => Number(b.area.id === chosen) - Number(a.area.id === chosen)),
    [areas, chosen],
  );
  // The pin stands above its tip: no name lies under it, and that of its own area goes below.
  const tip = pin ? toScreen(view, size, toFlat(pin)) : null;
  const taken: { x: number; y: number; half: number }[] = tip
    ? [
        { x: tip.x, y: tip.y - 12, half: 20 },
        { x: tip.x, y: tip.y - 34, half: 20 },
      ]
    : [];
  const parts = useMemo(() => partsInSight(view, size, areas), [view, size, areas]);
  return places.map(({ area, flat }) => {
    if (!flat) return null;
    let middle = toScreen(view, size, flat);
    const half = area.label.length * 3.6 + 6;
    const isOut = ({ x, y }: Flat) => x < 0 || x > size.width || y < 0 || y > size.height;
    // A neighbour of which only a part is in sight has its name there.
    if (isOut(middle)) middle = parts.get(area.id) ?? middle;
    const outside = isOut(middle);
    // At the frame's edge a name moves inwards, so that none is cut.
    const at = {
      x: Math.min(Math.max(middle.x, half), Math.max(half, size.width - half)),
      y: Math.min(Math.max(middle.y, 12), size.height - 12),
    };
    const near = tip && area.id === chosen && Math.abs(at.x - tip.x) < half + 20;
    if (near && at.y > tip.y - 58 && at.y < tip.y + 10)
      at.y = Math.min(tip.y + 14, size.height - 12);
    const covers = taken.some(
      (one) => Math.abs(one.x - at.x) < one.half + half && Math.abs(one.y - at.y) < 20,
    );
    if (outside || covers) return null;
    taken.push({ ...at, half });
    return (
      <text
        key={area.id}
        x={at.x}
        y={at.y}
        textAnchor="middle"
        dominantBaseline="central"
        strokeWidth={3.5}
        strokeLinejoin="round"
        className={cx(
          "stroke-card text-xs [paint-order:stroke]",
          area.id === chosen
            ? "fill-go-text font-semibold"
            : area.quiet
              ? "fill-muted"
              : "fill-ink font-medium",
        )}
      >
        {area.label}
      </text>
    );
  });
}
