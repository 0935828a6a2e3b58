import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { fromFlat, type MapArea, toFlat } from "./geo";
import { MapGround } from "./MapGround";
import { fromScreen } from "./mapView";

const size = { width: 400, height: 300 };
const view = { centre: toFlat({ lat: 30.05, lng: 31.23 }), zoom: 13 };

/** A small square round a point of the frame. */
function square(label: string, x: number, y: number): MapArea {
  const corner = (dx: number, dy: number) =>
    fromFlat(fromScreen(view, size, { x: x + dx, y: y + dy }));
  return {
    id: label,
    label,
    rings: [[corner(-8, -8), corner(8, -8), corner(8, 8), corner(-8, 8)]],
  };
}

test("names stay whole at the frame's edge, and those of what is out of it are left out", () => {
  const { container } = render(
    <MapGround
      view={view}
      size={size}
      areas={[
        square("Garden City", 4, 150),
        square("Sheraton", 398, 40),
        square("Bulaq", 200, 2),
        square("Helwan", 460, 150),
      ]}
      chosen={undefined}
      water={[]}
      tileTemplate={undefined}
    />,
  );
  const names = [...container.querySelectorAll("text")];
  expect(names.map((one) => one.textContent)).toEqual(["Garden City", "Sheraton", "Bulaq"]);
  for (const one of names) {
    const half = (one.textContent ?? "").length * 3.6;
    const x = Number(one.getAttribute("x"));
    expect(x - half).toBeGreaterThanOrEqual(0);
    expect(x + half).toBeLessThanOrEqual(size.width);
    expect(Number(one.getAttribute("y"))).toBeGreaterThanOrEqual(10);
  }
});
