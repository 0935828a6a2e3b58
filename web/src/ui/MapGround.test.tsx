import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { fromFlat, type MapArea, toFlat } from "./geo";
import { MapGround } from "./MapGround";
import type { MapGuide } from "./mapLabels";
import { fromScreen, type MapTiles } from "./mapView";

const size = { width: 400, height: 300 };
const view = { centre: toFlat({ lat: 30.05, lng: 31.23 }), zoom: 13 };

/** A small square around a point of the frame. */
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
      guide={undefined}
      tiles={undefined}
    />,
  );
  const names = [...container.querySelectorAll("text")];
  expect(names.map((one) => one.textContent)).toEqual(["Bulaq", "Sheraton", "Garden City"]);
  for (const one of names) {
    const half = (one.textContent ?? "").length * 3.6;
    const x = Number(one.getAttribute("x"));
    expect(x - half).toBeGreaterThanOrEqual(0);
    expect(x + half).toBeLessThanOrEqual(size.width);
    expect(Number(one.getAttribute("y"))).toBeGreaterThanOrEqual(10);
  }
});

test.each([
  [undefined, "Giza"],
  ["Hadayek El Kobba", "Hadayek El Kobba"],
])(
  "of two names that collide stands the chosen area's, or the one with more room: %s",
  (chosen, name) => {
    const { container } = render(
      <MapGround
        view={view}
        size={size}
        areas={[square("Hadayek El Kobba", 200, 150), square("Giza", 210, 150)]}
        chosen={chosen}
        guide={undefined}
        tiles={undefined}
      />,
    );
    const names = [...container.querySelectorAll("text")];
    expect(names.map((one) => one.textContent)).toEqual([name]);
  },
);

test("no name lies under the pin: that of its own area goes below", () => {
  const square = (id: string, lat: number, lng: number) => ({
    id,
    label: id,
    rings: [
      [
        { lat: lat - 0.01, lng: lng - 0.01 },
        { lat: lat - 0.01, lng: lng + 0.01 },
        { lat: lat + 0.01, lng: lng + 0.01 },
        { lat: lat + 0.01, lng: lng - 0.01 },
      ],
    ],
  });
  const pin = { lat: 30, lng: 31 };
  const { container } = render(
    <MapGround
      view={{ centre: toFlat(pin), zoom: 13 }}
      size={{ width: 400, height: 300 }}
      areas={[square("Here", 30, 31), square("Above", 30.0022, 31)]}
      chosen="Here"
      guide={undefined}
      tiles={undefined}
      pin={pin}
    />,
  );
  const names = [...container.querySelectorAll("text")];
  expect(names.map((one) => one.textContent)).toEqual(["Here"]);
  expect(Number(names[0]?.getAttribute("y"))).toBeGreaterThan(150);
});

test("a neighbour of which a part is in sight has its name in that part", () => {
  const at = (x: number, y: number) => fromFlat(fromScreen(view, size, { x, y }));
  const beside: MapArea = {
    id: "Maadi",
    label: "Maadi",
    rings: [[at(300, -400), at(1500, -400), at(1500, 700), at(300, 700)]],
  };
  const { container } = render(
    <MapGround
      view={view}
      size={size}
      areas={[beside]}
      chosen={undefined}
      guide={undefined}
      tiles={undefined}
    />,
  );
  const name = container.querySelector("text");
  expect(name?.textContent).toBe("Maadi");
  expect(Number(name?.getAttribute("x"))).toBeGreaterThan(300);
  expect(Number(name?.getAttribute("x"))).toBeLessThan(size.width);
});

test("the river, the metro and its stations are drawn, and none of them over raster tiles", () => {
  const guide: MapGuide = {
    water: [square("river", 200, 100).rings[0] ?? []],
    lines: [
      [
        { lat: 30.05, lng: 31.22 },
        { lat: 30.05, lng: 31.24 },
      ],
    ],
    marks: [
      {
        kind: "station",
        name: "Sadat",
        full: "Sadat Station",
        words: "",
        at: { lat: 30.05, lng: 31.23 },
      },
    ],
  };
  const drawn = (tiles: MapTiles | undefined) =>
    render(
      <MapGround
        view={view}
        size={size}
        areas={[]}
        chosen={undefined}
        guide={guide}
        tiles={tiles}
      />,
    ).container;
  const own = drawn(undefined);
  // The river, a line, and the M of its station.
  expect(own.querySelectorAll("path")).toHaveLength(3);
  expect([...own.querySelectorAll("text")].map((one) => one.textContent)).toEqual(["Sadat"]);
  const over = drawn({ template: "https://tiles.example/{z}/{x}/{y}.png", attribution: "" });
  expect(over.querySelectorAll("image").length).toBeGreaterThan(0);
  expect(over.querySelectorAll("path, circle, text")).toHaveLength(0);
});
