import {
  areaAt,
  boxAround,
  type Flat,
  fromFlat,
  type LatLng,
  labelPlace,
  type MapArea,
  toFlat,
} from "./geo";
import { fromScreen, type MapView, type Size, toScreen } from "./mapView";

/** A well-known point: a metro station, a landmark, or the position of a river's name. */
export interface MapMark {
  kind: "station" | "sight" | "water";
  name: string;
  /** Its full name away from the map: Sadat is Sadat Station. */
  full: string;
  /** Its search terms, in every language. */
  words: string;
  at: LatLng;
}

/** Landmarks for orientation on a map of outlines. */
export interface MapGuide {
  /** A river's banks, and rings within them for its islands. */
  water: readonly (readonly LatLng[])[];
  /** Lines of the metro, from station to station. */
  lines: readonly (readonly LatLng[])[];
  /** In order of priority: the earlier mark keeps its name where two collide. */
  marks: readonly MapMark[];
}

/** A name on the screen, in a box around its centre. */
export interface MapLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  half: number;
  /** Its alignment in the box: next to its mark, or centred. */
  anchor: "start" | "middle" | "end";
  area?: MapArea;
  kind?: MapMark["kind"];
}

/** The zoom levels from which marks are shown, and from which their names are. */
const seenFrom = { station: 11, sight: 12.5, water: 12.5 };
const namedFrom = { station: 13, sight: 12.5, water: 12.5 };
/** The zoom level from which a station's dot contains its letter. */
export const letteredFrom = 13;

/** Half the height of a name, and its distance from its mark. */
const rise = 8;
const beside = 11;

/** A box around its centre. */
export interface Box {
  x: number;
  y: number;
  half: number;
  rise: number;
}

function meet(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < one.half + other.half &&
    Math.abs(one.y - other.y) < one.rise + other.rise
  );
}

export type InSight = { mark: MapMark; at: Flat };

/** The marks visible at this zoom, with their positions on the screen. */
export function marksInSight(view: MapView, size: Size, marks: readonly MapMark[]): InSight[] {
  return marks
    .filter(({ kind }) => view.zoom >= seenFrom[kind])
    .map((mark) => ({ mark, at: toScreen(view, size, toFlat(mark.at)) }))
    .filter(({ at }) => at.x >= 0 && at.x <= size.width && at.y >= 0 && at.y <= size.height);
}

/**
 * An area and the place of its name, the chosen one first, then those with the most room for their
 * name; computed once instead of at each move of the map.
 */
export type Named = { area: MapArea; flat: Flat };

export function namedOf(areas: readonly MapArea[], chosen: string | undefined): Named[] {
  return areas
    .flatMap((area) => {
      const flat = labelPlace(area);
      const box = boxAround(area.rings.flat());
      return flat && box ? [{ area, flat, room: (box.max.x - box.min.x) / area.label.length }] : [];
    })
    .sort((a, b) => Number(b.area.id === chosen) - Number(a.area.id === chosen) || b.room - a.room);
}

/** The names that fit without covering each other or the pin; the chosen area's is always shown. */
export function labelsOf(
  view: MapView,
  size: Size,
  areas: readonly Named[],
  chosen: string | undefined,
  pin: LatLng | null,
  seen: readonly InSight[],
  /** Further boxes on top of the map. */
  kept: readonly Box[] = [],
): MapLabel[] {
  // The pin is drawn above its tip: no name may lie under it, and the name of the pin's area moves
  // below.
  const tip = pin ? toScreen(view, size, toFlat(pin)) : null;
  const taken: Box[] = [...kept];
  if (tip)
    taken.push(
      { x: tip.x, y: tip.y - 12, half: 20, rise: 10 },
      { x: tip.x, y: tip.y - 34, half: 20, rise: 10 },
    );
  const labels: MapLabel[] = [];
  const parts = partsInSight(
    view,
    size,
    areas.map(({ area }) => area),
  );
  for (const { area, flat } of areas) {
    let middle = toScreen(view, size, flat);
    const half = area.label.length * 3.4 + 5;
    const isOut = ({ x, y }: Flat) => x < 0 || x > size.width || y < 0 || y > size.height;
    // An adjacent area that is only partly visible has its name in the visible part.
    if (isOut(middle)) middle = parts.get(area.id) ?? middle;
    // At the frame's edge a name moves inwards, so that it is not cut off.
    const at = {
      x: Math.min(Math.max(middle.x, half), Math.max(half, size.width - half)),
      y: Math.min(Math.max(middle.y, 12), size.height - 12),
    };
    const near = tip && area.id === chosen && Math.abs(at.x - tip.x) < half + 20;
    if (near && at.y > tip.y - 58 && at.y < tip.y + 10)
      at.y = Math.min(tip.y + 14, size.height - 12);
    const box = { ...at, half, rise };
    if (isOut(middle) || taken.some((one) => meet(one, box))) continue;
    taken.push(box);
    labels.push({ key: area.id, text: area.label, ...at, half, anchor: "middle", area });
  }
  const dots = seen
    .filter(({ mark }) => mark.kind !== "water")
    .map(({ at }) => ({ ...at, half: 8, rise: 7 }));
  for (const { mark, at } of seen) {
    if (view.zoom < namedFrom[mark.kind]) continue;
    const half = mark.name.length * 3.4 + 3;
    const spots: (Flat & Pick<MapLabel, "anchor">)[] =
      mark.kind === "water"
        ? [{ ...at, anchor: "middle" }]
        : [
            { x: at.x + beside + half, y: at.y, anchor: "start" },
            { x: at.x - beside - half, y: at.y, anchor: "end" },
            { x: at.x, y: at.y + 16, anchor: "middle" },
            { x: at.x, y: at.y - 16, anchor: "middle" },
          ];
    const free = spots
      .map((spot) => ({ ...spot, half, rise }))
      .find(
        (box) =>
          box.x - half >= 0 &&
          box.x + half <= size.width &&
          box.y - rise >= 0 &&
          box.y + rise <= size.height &&
          !taken.some((one) => meet(one, box)) &&
          !dots.some((one) => meet(one, box)),
      );
    if (!free) continue;
    taken.push(free);
    const key = `${mark.kind}${mark.at.lat},${mark.at.lng}`;
    const { x, y, anchor } = free;
    labels.push({ key, text: mark.name, x, y, half, anchor, kind: mark.kind });
  }
  return labels;
}

/** For each area that is visible enough to be named, a place on the screen within its visible part. */
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
    // The spot nearest to the average: the centre of a bent part may lie outside it.
    const away = (one: Flat) => Math.hypot(one.x - x, one.y - y);
    places.set(
      id,
      spots.reduce((best, one) => (away(one) < away(best) ? one : best)),
    );
  }
  return places;
}
