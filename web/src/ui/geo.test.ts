import { expect, test } from "vitest";
import {
  areaAt,
  areaOf,
  boxAround,
  fromFlat,
  labelPlace,
  type MapArea,
  toFlat,
  together,
} from "./geo";

function square(id: string, lat: number, lng: number): MapArea {
  const corners = [
    { lat, lng },
    { lat: lat + 0.02, lng },
    { lat: lat + 0.02, lng: lng + 0.02 },
    { lat, lng: lng + 0.02 },
  ];
  return { id, label: id, rings: [corners] };
}
const west = square("west", 30.04, 31.2);
const east = square("east", 30.04, 31.22);

test("a place survives the way to the flat map and back", () => {
  const place = { lat: 30.061234, lng: 31.219876 };
  expect(fromFlat(toFlat(place))).toEqual(place);
});

test("a place lies in one area, or in none", () => {
  expect(areaAt([west, east], { lat: 30.05, lng: 31.21 })?.id).toBe("west");
  expect(areaAt([west, east], { lat: 30.05, lng: 31.23 })?.id).toBe("east");
  expect(areaAt([west, east], { lat: 30.1, lng: 31.21 })).toBeNull();
});

test("a district is an area of one ring", () => {
  const outline = [
    [30.04, 31.2],
    [30.06, 31.2],
    [30.06, 31.22],
  ];
  const area = areaOf({ id: "west", name: "West", outline });
  expect(area.label).toBe("West");
  expect(area.rings[0]?.[1]).toEqual({ lat: 30.06, lng: 31.2 });
  expect(areaAt([area], { lat: 30.055, lng: 31.205 })?.id).toBe("west");
});

test("a name is written in the middle of the largest ring", () => {
  const place = fromFlat(labelPlace(west) ?? { x: 0, y: 0 });
  expect(place.lat).toBeCloseTo(30.05, 4);
  expect(place.lng).toBeCloseTo(31.21, 4);
  expect(labelPlace({ id: "none", label: "", rings: [] })).toBeNull();
});

test("the box around places holds them all", () => {
  const box = boxAround([...(west.rings[0] ?? []), ...(east.rings[0] ?? [])]);
  expect(box?.min.x).toBeCloseTo(toFlat({ lat: 30, lng: 31.2 }).x, 9);
  expect(box?.max.x).toBeCloseTo(toFlat({ lat: 30, lng: 31.24 }).x, 9);
  expect(boxAround([])).toBeNull();
});

test("what lies together is kept, what is far off is not", () => {
  const city = [0, 1, 2, 3].map((at) => square(`city ${at}`, 30.04, 31.2 + at * 0.02));
  const far = square("far", 30.4, 31.9);
  expect(together([far, ...city])).toEqual(city);
  // Another city has as many areas.
  const other = [0, 1, 2].map((at) => square(`other ${at}`, 31.2, 29.9 + at * 0.02));
  expect(together([...city, ...other])).toEqual([...city, ...other]);
  expect(together([west])).toEqual([west]);
  expect(together([west, east])).toEqual([west, east]);
  expect(together([])).toEqual([]);
});

test("an area without an outline holds what is nearest to it, within its reach", () => {
  const bare = { outline: [], radius: 1500 };
  const areas = [
    areaOf({ ...bare, id: "smouha", name: "Smouha", lat: 31.2156, lng: 29.949 }),
    areaOf({ ...bare, id: "gaber", name: "Sidi Gaber", lat: 31.221, lng: 29.94 }),
  ];
  expect(areaAt(areas, { lat: 31.216, lng: 29.948 })?.id).toBe("smouha");
  expect(areaAt(areas, { lat: 31.22, lng: 29.941 })?.id).toBe("gaber");
  expect(areaAt(areas, { lat: 31.3, lng: 30.06 })).toBeNull();
  const drawn = {
    id: "drawn",
    label: "Drawn",
    rings: [
      [
        { lat: 31.21, lng: 29.94 },
        { lat: 31.21, lng: 29.96 },
        { lat: 31.23, lng: 29.96 },
        { lat: 31.23, lng: 29.94 },
      ],
    ],
  };
  expect(areaAt([...areas, drawn], { lat: 31.216, lng: 29.948 })?.id).toBe("drawn");
});
