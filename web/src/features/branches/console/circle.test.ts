import { expect, test } from "vitest";
import { areaAt } from "../../../ui/geo";
import { circle } from "./circle";

test("a circle holds what is near its middle, and nothing far from it", () => {
  const middle = { lat: 30.7865, lng: 31.0004 };
  const ring = circle(middle, 1.5).map(([lat, lng]) => ({ lat, lng }));
  const holds = (place: { lat: number; lng: number }) =>
    areaAt([{ id: "a", label: "A", rings: [ring] }], place) !== null;
  expect(ring).toHaveLength(16);
  expect(holds(middle)).toBe(true);
  // 1.1 km to the north and to the east of it, and 2.2 km.
  expect(holds({ ...middle, lat: middle.lat + 0.01 })).toBe(true);
  expect(holds({ ...middle, lng: middle.lng + 0.0116 })).toBe(true);
  expect(holds({ ...middle, lat: middle.lat + 0.02 })).toBe(false);
  expect(holds({ ...middle, lng: middle.lng + 0.0232 })).toBe(false);
});
