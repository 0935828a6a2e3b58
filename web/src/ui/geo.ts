import type { District } from "../api/types";

/** A geographic position, in degrees. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A named area: outer rings only, each closed implicitly. */
export interface MapArea {
  id: string;
  label: string;
  rings: readonly (readonly LatLng[])[];
  /** For an area without an outline: all positions within some metres of its centre. */
  around?: { middle: LatLng; metres: number };
  /** Drawn paler, because it is not available. */
  quiet?: boolean;
}

/** A district's area on the map, from the API's corners of latitude and longitude. */
export function areaOf({
  id,
  name,
  outline,
  lat,
  lng,
  radius,
}: Pick<District, "id" | "name" | "outline"> &
  Partial<Pick<District, "lat" | "lng" | "radius">>): MapArea {
  const area = { id, label: name, rings: [outline.map(([lat = 0, lng = 0]) => ({ lat, lng }))] };
  return outline.length === 0 && lat !== undefined && lng !== undefined && radius
    ? { ...area, rings: [], around: { middle: { lat, lng }, metres: radius } }
    : area;
}

const metresPerDegree = 111_195;

/** The straight-line distance between two places, treating a city as flat. */
function metresBetween(a: LatLng, b: LatLng): number {
  const middle = (((a.lat + b.lat) / 2) * Math.PI) / 180;
  return Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos(middle)) * metresPerDegree;
}

/** A position on the flat map: the whole world is 1 × 1, north up. */
export interface Flat {
  x: number;
  y: number;
}

/** Web Mercator cannot show the poles. */
const maxLat = 85;

/** Web Mercator, as map tiles use it. */
export function toFlat({ lat, lng }: LatLng): Flat {
  const phi = (Math.min(Math.max(lat, -maxLat), maxLat) * Math.PI) / 180;
  return {
    x: (lng + 180) / 360,
    y: (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2,
  };
}

/** The inverse, rounded to about 10 cm. */
export function fromFlat({ x, y }: Flat): LatLng {
  const phi = Math.atan(Math.sinh(Math.PI * (1 - 2 * y)));
  return { lat: round6((phi * 180) / Math.PI), lng: round6(x * 360 - 180) };
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns the longitudes at which a ring's sides cross a latitude. */
function crossingsAt(ring: readonly LatLng[], lat: number): number[] {
  return ring.flatMap((here, at) => {
    const before = ring.at(at - 1);
    if (!before || here.lat > lat === before.lat > lat) return [];
    return here.lng + ((lat - here.lat) / (before.lat - here.lat)) * (before.lng - here.lng);
  });
}

function inRing(ring: readonly LatLng[], { lat, lng }: LatLng): boolean {
  return crossingsAt(ring, lat).filter((crossing) => lng < crossing).length % 2 === 1;
}

/**
 * The area that contains a place: the first one where outlines touch, or else the nearest area
 * without an outline whose radius contains it. The server uses the same rule.
 */
export function areaAt(areas: readonly MapArea[], place: LatLng): MapArea | null {
  const drawn = areas.find((area) => area.rings.some((ring) => inRing(ring, place)));
  if (drawn) return drawn;
  let found: MapArea | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const area of areas) {
    if (!area.around) continue;
    const away = metresBetween(area.around.middle, place);
    if (away <= area.around.metres && away < nearest) {
      found = area;
      nearest = away;
    }
  }
  return found;
}

/** Returns a position inside an area, near its centre; null for an area without corners. */
export function placeInside(area: MapArea): LatLng | null {
  const box = boxAround(area.rings.flat());
  if (!box) return null;
  const middle = fromFlat({ x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2 });
  if (areaAt([area], middle)) return middle;
  // The outline bends around its own centre: uses the middle of the widest stretch inside, at that
  // latitude.
  let widest = { from: middle.lng, to: middle.lng };
  for (const ring of area.rings) {
    const crossings = crossingsAt(ring, middle.lat).sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = crossings.slice(at);
      if (to - from > widest.to - widest.from) widest = { from, to };
    }
  }
  return { lat: middle.lat, lng: (widest.from + widest.to) / 2 };
}

export interface Box {
  min: Flat;
  max: Flat;
}

/** Returns the smallest box that contains the positions; null if there are none. */
export function boxAround(places: readonly LatLng[]): Box | null {
  const [first, ...rest] = places.map(toFlat);
  if (!first) return null;
  const box = { min: { ...first }, max: { ...first } };
  for (const { x, y } of rest) {
    box.min.x = Math.min(box.min.x, x);
    box.min.y = Math.min(box.min.y, y);
    box.max.x = Math.max(box.max.x, x);
    box.max.y = Math.max(box.max.y, y);
  }
  return box;
}

/**
 * Returns the areas that are close together, without a few distant ones that would make the others
 * small on the map; all areas if many are distant.
 */
export function together(areas: readonly MapArea[]): readonly MapArea[] {
  const placed = areas.flatMap((area) => {
    const middle = placeInside(area);
    return middle ? { area, at: toFlat(middle) } : [];
  });
  const half = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const x = half(placed.map(({ at }) => at.x));
  const y = half(placed.map(({ at }) => at.y));
  const away = (at: Flat) => Math.hypot(at.x - x, at.y - y);
  const near = 2 * half(placed.map(({ at }) => away(at)));
  const kept = placed.flatMap(({ area, at }) => (away(at) <= near ? area : []));
  return kept.length >= 0.75 * areas.length ? kept : areas;
}

/** The position of an area's name: the centre of gravity of its largest ring. */
export function labelPlace(area: MapArea): Flat | null {
  let best: { size: number; at: Flat } | null = null;
  for (const ring of area.rings) {
    const flat = ring.map(toFlat);
    const origin = flat[0];
    if (!origin) continue;
    let twice = 0;
    let x = 0;
    let y = 0;
    let before = flat.at(-1) ?? origin;
    for (const here of flat) {
      // Measured from the first corner: otherwise the small differences lose precision in large
      // numbers.
      const a = { x: before.x - origin.x, y: before.y - origin.y };
      const b = { x: here.x - origin.x, y: here.y - origin.y };
      const cross = a.x * b.y - b.x * a.y;
      twice += cross;
      x += (a.x + b.x) * cross;
      y += (a.y + b.y) * cross;
      before = here;
    }
    const size = Math.abs(twice);
    const at =
      twice === 0 ? origin : { x: origin.x + x / (3 * twice), y: origin.y + y / (3 * twice) };
    if (!best || size > best.size) best = { size, at };
  }
  return best?.at ?? null;
}
