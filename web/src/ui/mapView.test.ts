import { expect, test } from "vitest";
import { boxAround, toFlat } from "./geo";
import {
  fromScreen,
  nudged,
  panned,
  tilesOf,
  toScreen,
  viewOf,
  withInSight,
  zoomed,
  zoomShowing,
} from "./mapView";

const size = { width: 400, height: 300 };
const cairo = { lat: 30.05, lng: 31.23 };
const view = { centre: toFlat(cairo), zoom: 13 };

test("the middle of the view is the middle of the screen, and back", () => {
  expect(toScreen(view, size, toFlat(cairo))).toEqual({ x: 200, y: 150 });
  expect(fromScreen(view, size, { x: 200, y: 150 })).toEqual(toFlat(cairo));
});

test("dragging moves the ground with the finger", () => {
  const moved = panned(view, { x: 30, y: -20 });
  const at = toScreen(moved, size, toFlat(cairo));
  expect(at.x).toBeCloseTo(230, 6);
  expect(at.y).toBeCloseTo(130, 6);
});

test("zooming keeps the place under the pointer, within bounds", () => {
  const pointer = { x: 90, y: 60 };
  const under = fromScreen(view, size, pointer);
  const at = toScreen(zoomed(view, size, 1.5, pointer), size, under);
  expect(at.x).toBeCloseTo(90, 5);
  expect(at.y).toBeCloseTo(60, 5);
  expect(zoomed(view, size, 50).zoom).toBe(18);
});

test("a box is shown whole", () => {
  const box = boxAround([
    { lat: 29.9, lng: 31.0 },
    { lat: 30.2, lng: 31.5 },
  ]);
  if (!box) throw new Error("two places have a box");
  const whole = viewOf(box, size);
  for (const corner of [box.min, box.max]) {
    const at = toScreen(whole, size, corner);
    expect(at.x).toBeGreaterThanOrEqual(0);
    expect(at.x).toBeLessThanOrEqual(400);
    expect(at.y).toBeGreaterThanOrEqual(0);
    expect(at.y).toBeLessThanOrEqual(300);
  }
});

test("a zoom shows so many metres of the ground", () => {
  const at = { centre: toFlat(cairo), zoom: zoomShowing(600, 192, cairo.lat) };
  const north = { lat: cairo.lat + 600 / 111_320, lng: cairo.lng };
  expect(toScreen(at, size, toFlat(cairo)).y - toScreen(at, size, toFlat(north)).y).toBeCloseTo(
    192,
    0,
  );
});

test("a place nudged north has a larger latitude", () => {
  expect(nudged(view, cairo, { x: 0, y: -8 }).lat).toBeGreaterThan(cairo.lat);
  expect(nudged(view, cairo, { x: 8, y: 0 }).lng).toBeGreaterThan(cairo.lng);
});

test("a place out of sight is brought into the middle", () => {
  expect(withInSight(view, size, cairo)).toBe(view);
  const far = { lat: 30.3, lng: 31.5 };
  expect(withInSight(view, size, far).centre).toEqual(toFlat(far));
});

test("tiles cover the view", () => {
  const tiles = tilesOf({ template: "/tiles/{z}/{x}/{y}.png" }, view, size);
  expect(tiles[0]?.href).toMatch(/^\/tiles\/13\/\d+\/\d+\.png$/);
  expect(Math.min(...tiles.map((one) => one.x))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map((one) => one.x + one.side))).toBeGreaterThanOrEqual(400);
});
