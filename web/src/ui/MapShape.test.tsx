import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { LatLng } from "./geo";
import MapShape, { withCorner } from "./MapShape";

const corners: LatLng[] = [
  { lat: 30, lng: 31 },
  { lat: 30, lng: 31.1 },
  { lat: 30.1, lng: 31.1 },
];
const areas = [{ id: "west", label: "West bank", rings: [corners] }];

function Drawn({ start }: { start: LatLng[] }) {
  const [shape, setShape] = useState(start);
  return (
    <>
      <MapShape
        areas={areas}
        area="west"
        value={shape}
        onChange={setShape}
        labels={{
          map: "Map",
          instructions: "Tap to add",
          zoomIn: "Nearer",
          zoomOut: "Farther",
          corner: (number) => `Corner ${number}`,
          added: (count) => `${count} corners`,
          removed: (count) => `${count} left`,
        }}
      />
      <pre>{JSON.stringify(shape)}</pre>
    </>
  );
}

const shape = () => JSON.parse(document.querySelector("pre")?.textContent ?? "") as LatLng[];

test("Enter adds a corner, Delete takes one away, and both are said", () => {
  render(<Drawn start={corners} />);
  fireEvent.keyDown(screen.getByRole("application", { name: "Map" }), { key: "Enter" });
  expect(shape()).toHaveLength(4);
  expect(screen.getByRole("status").textContent).toBe("4 corners");
  fireEvent.keyDown(screen.getByRole("button", { name: "Corner 4" }), { key: "Delete" });
  expect(shape()).toHaveLength(3);
  expect(screen.getByRole("status").textContent).toBe("3 left");
});

test("arrow keys move a corner", () => {
  render(<Drawn start={corners} />);
  fireEvent.keyDown(screen.getByRole("button", { name: "Corner 1" }), { key: "ArrowUp" });
  expect(shape()[0]?.lat).toBeGreaterThan(30);
  expect(shape().slice(1)).toEqual(corners.slice(1));
});

test("a new corner joins the side it lies nearest to", () => {
  expect(withCorner(corners, { lat: 30.05, lng: 31.12 })).toEqual([
    corners[0],
    corners[1],
    { lat: 30.05, lng: 31.12 },
    corners[2],
  ]);
  expect(withCorner([], { lat: 30, lng: 31 })).toHaveLength(1);
});
