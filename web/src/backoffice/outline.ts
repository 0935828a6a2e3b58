import { readFigures } from "../lib/format/figures";

type Ring = [number, number][];

/**
 * The corners in a pasted text, as [lat, lng]: the outer ring of a GeoJSON polygon (or of the first
 * one in a feature or a collection), of a WKT polygon, or a place a line as maps copy them
 * ("30.05, 31.23"), in either figures. Null where there are none.
 */
export function ringIn(text: string): Ring | null {
  const typed = readFigures(text).trim();
  if (typed === "") return [];
  try {
    return typed.startsWith("{") ? ringOf(JSON.parse(typed)) : (wktIn(typed) ?? linesIn(typed));
  } catch {
    return null;
  }
}

const degrees = String.raw`-?\d{1,3}(?:\.\d+)?`;
const wkt = /^(?:SRID=4326;)?\s*(?:MULTI)?POLYGON\s*Z?\s*\(+([^()]+)\)/i;
const pair = new RegExp(
  `^\\(?\\[?\\s*(${degrees})\\s*°?\\s*[,;\\s]\\s*(${degrees})\\s*°?\\s*\\]?\\)?,?$`,
);

/** WKT has the longitude first. */
function wktIn(text: string): Ring | null {
  const found = wkt.exec(text)?.[1];
  if (!found) return null;
  const corners = found.split(",").map((one): [number, number] => {
    const [lng, lat] = one.trim().split(/\s+/).map(Number);
    return [lat ?? Number.NaN, lng ?? Number.NaN];
  });
  return opened(corners);
}

function linesIn(text: string): Ring | null {
  const lines = text
    .replaceAll("،", ",")
    .replaceAll("٫", ".")
    .split(/[\n|]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  return opened(
    lines.map((line): [number, number] => {
      const found = pair.exec(line);
      return found ? [Number(found[1]), Number(found[2])] : [Number.NaN, Number.NaN];
    }),
  );
}

/** Null where a corner is not a number; omits a repeated first corner at the end. */
function opened(corners: Ring): Ring | null {
  if (corners.some(([lat, lng]) => !Number.isFinite(lat) || !Number.isFinite(lng))) return null;
  const [first, last] = [corners[0], corners.at(-1)];
  const closed = corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return closed ? corners.slice(0, -1) : corners;
}

function ringOf(value: unknown): Ring | null {
  if (typeof value !== "object" || value === null) return null;
  const { type, geometry, features, coordinates } = value as Record<string, unknown>;
  if (type === "Feature") return ringOf(geometry);
  if (type === "FeatureCollection" && Array.isArray(features)) return ringOf(features[0]);
  if (!Array.isArray(coordinates)) return null;
  const ring: unknown =
    type === "Polygon" ? coordinates[0] : type === "MultiPolygon" ? coordinates[0]?.[0] : null;
  if (!Array.isArray(ring)) return null;
  const corners = ring.map((one): [number, number] => [Number(one?.[1]), Number(one?.[0])]);
  return opened(corners);
}

/** An outline as GeoJSON, to view and edit; "" for none. */
export const geoJSON = (outline: readonly (readonly number[])[]) =>
  outline.length === 0
    ? ""
    : JSON.stringify({
        type: "Polygon",
        coordinates: [[...outline, outline[0] ?? []].map(([lat, lng]) => [lng, lat])],
      });

/** The middle of an outline's corners. */
export function middleOf(ring: readonly (readonly [number, number])[]) {
  const sum = ring.reduce<[number, number]>(([a, b], [lat, lng]) => [a + lat, b + lng], [0, 0]);
  const round = (value: number) => Math.round((value / ring.length) * 1e6) / 1e6;
  return { lat: round(sum[0]), lng: round(sum[1]) };
}
