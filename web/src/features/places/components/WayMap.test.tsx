import { expect, test } from "vitest";
import { renderShop } from "../../../testing/shop";
import WayMap from "./WayMap";

const from = { lat: 30.038, lng: 31.21 };
const metre = 1 / 111_320;

/** How far apart the two pins stand, in pixels. */
function apart(metres: number): number {
  const to = { lat: from.lat + metres * metre, lng: from.lng };
  const { container, unmount } = renderShop(
    <WayMap districts={[]} from={from} to={to} label="way" />,
  );
  const [start = 0, end = 0] = [...container.querySelectorAll<HTMLElement>("[style*=translate]")]
    .map(({ style }) => Number(/, (-?[\d.]+)px/.exec(style.transform)?.[1]))
    .slice(-2);
  unmount();
  return start - end;
}

test("the map shows what lies around, and of a short way no more than its pins need", () => {
  // 192 pixels from top to bottom are 2,200 metres, 600 at least.
  expect(apart(900)).toBeCloseTo(79, 0);
  expect(apart(400)).toBeCloseTo(44, 0);
  expect(apart(100)).toBeCloseTo(32, 0);
  expect(apart(0)).toBe(0);
  // A longer way fits in, clear of the edges.
  expect(apart(3_000)).toBeGreaterThan(90);
  expect(apart(3_000)).toBeLessThan(122);
});
