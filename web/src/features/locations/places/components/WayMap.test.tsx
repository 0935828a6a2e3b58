import { expect, test } from "vitest";
import { renderShop } from "../../../../testing/shop";
import WayMap from "./WayMap";

const from = { lat: 30.038, lng: 31.21 };
const metre = 1 / 111_320;

/** The distance of the two pins, in pixels. */
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
  // The height of 192 pixels shows 4,500 metres, and at least 600.
  expect(apart(1_500)).toBeCloseTo(96, 0);
  expect(apart(400)).toBeCloseTo(96, 0);
  expect(apart(100)).toBeCloseTo(32, 0);
  expect(apart(0)).toBe(0);
  // A longer way fits into the map, clear of the edges.
  expect(apart(3_000)).toBeGreaterThan(90);
  expect(apart(3_000)).toBeLessThan(122);
});

test("rings stand as far apart as the scale says", () => {
  const to = { lat: from.lat + 1_500 * metre, lng: from.lng };
  const { container, getByText } = renderShop(
    <WayMap districts={[]} from={from} to={to} label="way" />,
  );
  const bar = getByText("1 km").querySelector("span");
  // 1,500 metres are 96 pixels here.
  expect(Number.parseFloat(bar?.style.width ?? "")).toBeCloseTo((96 / 1_500) * 1_000, 0);
  const radii = [...container.querySelectorAll("svg.fill-none circle")].map((one) =>
    Number(one.getAttribute("r")),
  );
  expect(radii[0]).toBeCloseTo(64, 0);
  expect(radii[1]).toBeCloseTo(128, 0);
});

test("the map says how far it is", () => {
  const to = {
    lat: from.lat,
    lng: from.lng + (1_200 * metre) / Math.cos((from.lat * Math.PI) / 180),
  };
  const { getByText } = renderShop(<WayMap districts={[]} from={from} to={to} label="way" />);
  expect(getByText("1.2 km")).toBeTruthy();
});
