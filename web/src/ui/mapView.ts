import { type Box, type Flat, fromFlat, type LatLng, toFlat } from "./geo";

export interface Size {
  width: number;
  height: number;
}

/** The visible part of the map: its centre and its zoom. Each zoom step doubles the scale. */
export interface MapView {
  centre: Flat;
  zoom: number;
}

export const zoomRange = { min: 8, max: 18 };

const tile = 256;

export function scaleOf(zoom: number): number {
  return tile * 2 ** zoom;
}

function clampZoom(zoom: number): number {
  return Math.min(Math.max(zoom, zoomRange.min), zoomRange.max);
}

/** The view that shows a whole box with a margin. */
export function viewOf(box: Box, size: Size, nearest = 15): MapView {
  const air = 0.86;
  const fit = Math.min(
    (size.width * air) / Math.max(box.max.x - box.min.x, 1e-9),
    (size.height * air) / Math.max(box.max.y - box.min.y, 1e-9),
  );
  return {
    centre: { x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2 },
    zoom: clampZoom(Math.min(Math.log2(fit / tile), nearest)),
  };
}

/** The Earth's circumference at the equator, in metres. */
const equator = 40_075_017;

/**
 * Returns the zoom at which the given number of pixels shows the given number of metres at a latitude.
 */
export function zoomShowing(metres: number, pixels: number, lat: number): number {
  return Math.log2((pixels * equator * Math.cos((lat * Math.PI) / 180)) / (metres * tile));
}

export function toScreen(view: MapView, size: Size, flat: Flat): Flat {
  const scale = scaleOf(view.zoom);
  return {
    x: (flat.x - view.centre.x) * scale + size.width / 2,
    y: (flat.y - view.centre.y) * scale + size.height / 2,
  };
}

export function fromScreen(view: MapView, size: Size, at: Flat): Flat {
  const scale = scaleOf(view.zoom);
  return {
    x: (at.x - size.width / 2) / scale + view.centre.x,
    y: (at.y - size.height / 2) / scale + view.centre.y,
  };
}

/** Pans the view by a number of pixels, as if dragged. */
export function panned(view: MapView, by: Flat): MapView {
  const scale = scaleOf(view.zoom);
  return { ...view, centre: { x: view.centre.x - by.x / scale, y: view.centre.y - by.y / scale } };
}

/** Zooms and keeps the position under `at` in place. */
export function zoomed(view: MapView, size: Size, by: number, at?: Flat): MapView {
  const fixed = at ?? { x: size.width / 2, y: size.height / 2 };
  const under = fromScreen(view, size, fixed);
  const zoom = clampZoom(view.zoom + by);
  const scale = scaleOf(zoom);
  return {
    zoom,
    centre: {
      x: under.x - (fixed.x - size.width / 2) / scale,
      y: under.y - (fixed.y - size.height / 2) / scale,
    },
  };
}

/** Returns a position moved by a number of pixels of this view. */
export function nudged(view: MapView, place: LatLng, by: Flat): LatLng {
  const scale = scaleOf(view.zoom);
  const flat = toFlat(place);
  return fromFlat({ x: flat.x + by.x / scale, y: flat.y + by.y / scale });
}

/** Returns the view, moved if necessary so that a position is well inside it. */
export function withInSight(view: MapView, size: Size, place: LatLng): MapView {
  const flat = toFlat(place);
  const at = toScreen(view, size, flat);
  const edge = 48;
  const seen = at.x > edge && at.y > edge && at.x < size.width - edge && at.y < size.height - edge;
  return seen ? view : { ...view, centre: flat };
}

export interface MapTile {
  key: string;
  href: string;
  x: number;
  y: number;
  side: number;
}

/** Raster tiles below the outlines, if the operator has a tile service. */
export interface MapTiles {
  /** The address with {z}, {x} and {y}; {s} is replaced by one of the hosts a, b and c. */
  template: string;
  attribution: string;
  /** The zoom levels of the service; beyond the last one its tiles are enlarged. */
  least?: number;
  most?: number;
}

/**
 * Returns the raster tiles that cover a view; none if even the service's smallest zoom would need too
 * many.
 */
export function tilesOf(
  { template, least = zoomRange.min, most = zoomRange.max }: Omit<MapTiles, "attribution">,
  view: MapView,
  size: Size,
): MapTile[] {
  const wanted = Math.round(view.zoom);
  if (wanted < least - 2) return [];
  const z = Math.min(Math.max(wanted, least), most);
  const across = 2 ** z;
  const side = tile * 2 ** (view.zoom - z);
  const first = fromScreen(view, size, { x: 0, y: 0 });
  const last = fromScreen(view, size, { x: size.width, y: size.height });
  const tiles: MapTile[] = [];
  for (let y = Math.floor(first.y * across); y <= Math.floor(last.y * across); y += 1) {
    for (let x = Math.floor(first.x * across); x <= Math.floor(last.x * across); x += 1) {
      if (y < 0 || y >= across || x < 0 || x >= across) continue;
      const at = toScreen(view, size, { x: x / across, y: y / across });
      tiles.push({
        key: `${z}/${x}/${y}`,
        href: template
          .replace("{z}", String(z))
          .replace("{x}", String(x))
          .replace("{y}", String(y))
          .replace("{s}", "abc".charAt((x + y) % 3)),
        ...at,
        side,
      });
    }
  }
  return tiles;
}
