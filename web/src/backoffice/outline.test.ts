import { expect, test } from "vitest";
import { geoJSON, middleOf, ringIn } from "./outline";

const ring: [number, number][] = [
  [31.1, 29.8],
  [31.3, 29.8],
  [31.3, 30],
  [31.1, 30],
];

test("an outline goes out as GeoJSON and comes back", () => {
  expect(ringIn(geoJSON(ring))).toEqual(ring);
  expect(ringIn(`{"type":"Feature","geometry":${geoJSON(ring)}}`)).toEqual(ring);
  expect(
    ringIn(
      `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${geoJSON(ring)}}]}`,
    ),
  ).toEqual(ring);
  expect(middleOf(ring)).toEqual({ lat: 31.2, lng: 29.9 });
});

test.each([
  "POLYGON((29.8 31.1, 29.8 31.3, 30 31.3, 30 31.1, 29.8 31.1))",
  "SRID=4326;MULTIPOLYGON (((29.8 31.1, 29.8 31.3, 30 31.3, 30 31.1)))",
  "31.1, 29.8\n31.3, 29.8\n31.3, 30\n31.1, 30\n31.1, 29.8",
  "(31.1; 29.8)\n31.3 29.8\n[31.3, 30],\n31.1° 30°",
  "٣١٫١، ٢٩٫٨\n٣١٫٣، ٢٩٫٨\n٣١٫٣، ٣٠\n٣١٫١، ٣٠",
])("corners in %s", (text) => {
  const corners = ringIn(text) ?? [];
  expect([...corners].sort()).toEqual([...ring].sort());
});

test.each([
  "{",
  "POLYGON((a b, c d))",
  "POLYGON EMPTY",
  "31.1, 29.8\nsomewhere",
  "[]",
  '{"type":"Point","coordinates":[1,2]}',
  '{"type":"Polygon","coordinates":[[["x",1]]]}',
])("no outline in %s", (text) => {
  expect(ringIn(text)).toBeNull();
});

test("nothing typed is no outline", () => {
  expect(ringIn(" ")).toEqual([]);
});
