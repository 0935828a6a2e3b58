/** The outer ring of a GeoJSON polygon, or of the first one in a feature or a collection, as [lat, lng]; null where there is none. */
export function ringIn(text: string): [number, number][] | null {
  if (text.trim() === "") return [];
  try {
    return ringOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function ringOf(value: unknown): [number, number][] | null {
  if (typeof value !== "object" || value === null) return null;
  const { type, geometry, features, coordinates } = value as Record<string, unknown>;
  if (type === "Feature") return ringOf(geometry);
  if (type === "FeatureCollection" && Array.isArray(features)) return ringOf(features[0]);
  if (!Array.isArray(coordinates)) return null;
  const ring: unknown =
    type === "Polygon" ? coordinates[0] : type === "MultiPolygon" ? coordinates[0]?.[0] : null;
  if (!Array.isArray(ring)) return null;
  const corners = ring.map((one): [number, number] => [Number(one?.[1]), Number(one?.[0])]);
  if (corners.some(([lat, lng]) => !Number.isFinite(lat) || !Number.isFinite(lng))) return null;
  const [first, last] = [corners[0], corners.at(-1)];
  // GeoJSON says the first corner once more at the end.
  const closed = corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return closed ? corners.slice(0, -1) : corners;
}

/** An outline as GeoJSON, to look at and change; "" for none. */
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
