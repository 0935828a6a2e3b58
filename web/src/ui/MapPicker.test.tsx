import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { LatLng, MapArea } from "./geo";
import { MapPicker } from "./MapPicker";

function square(id: string, label: string, lat: number, lng: number): MapArea {
  return {
    id,
    label,
    rings: [
      [
        { lat, lng },
        { lat: lat + 0.02, lng },
        { lat: lat + 0.02, lng: lng + 0.02 },
        { lat, lng: lng + 0.02 },
      ],
    ],
  };
}
const areas = [square("west", "West bank", 30.04, 31.2), square("east", "East bank", 30.04, 31.22)];

function Place({
  start = null,
  focusOn = null,
  grounds = areas,
  onMove = () => {},
}: {
  start?: LatLng | null;
  focusOn?: LatLng | string | null;
  grounds?: MapArea[];
  onMove?: (place: LatLng, area: MapArea | null) => void;
}) {
  const [place, setPlace] = useState(start);
  return (
    <MapPicker
      areas={grounds}
      value={place}
      focusOn={focusOn}
      onChange={(next, area) => {
        setPlace(next);
        onMove(next, area);
      }}
      describe={(_, area) => area?.label ?? "Outside"}
      labels={{
        map: "Map",
        instructions: "Arrows move",
        pin: "Pin",
        zoomIn: "Nearer",
        zoomOut: "Farther",
      }}
    />
  );
}

function map() {
  return screen.getByRole("application", { name: "Map" });
}

test("a tap sets the pin and says where that is", () => {
  const onMove = vi.fn();
  const { container } = render(<Place onMove={onMove} />);
  expect([...container.querySelectorAll("text")].map((name) => name.textContent)).toEqual([
    "West bank",
    "East bank",
  ]);
  fireEvent.pointerDown(map(), { pointerId: 1, clientX: 200, clientY: 190 });
  fireEvent.pointerUp(map(), { pointerId: 1, clientX: 200, clientY: 190 });
  expect(onMove.mock.calls[0]?.[1]?.id).toBe("west");
  expect(screen.getByRole("status").textContent).toBe("West bank");
  expect(screen.getByRole("button", { name: "Pin: West bank" })).toBeTruthy();
});

test("dragging the ground moves it and leaves the pin alone", () => {
  const onMove = vi.fn();
  render(<Place start={{ lat: 30.05, lng: 31.21 }} onMove={onMove} />);
  const pin = screen.getByRole("button", { name: "Pin: West bank" });
  const before = pin.style.transform;
  fireEvent.pointerDown(map(), { pointerId: 1, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(map(), { pointerId: 1, clientX: 160, clientY: 100 });
  fireEvent.pointerUp(map(), { pointerId: 1, clientX: 160, clientY: 100 });
  expect(onMove).not.toHaveBeenCalled();
  expect(pin.style.transform).not.toBe(before);
});

test("the pin is dragged", () => {
  const onMove = vi.fn();
  render(<Place start={{ lat: 30.05, lng: 31.219 }} onMove={onMove} />);
  const pin = screen.getByRole("button", { name: "Pin: West bank" });
  fireEvent.pointerDown(pin, { pointerId: 1, clientX: 320, clientY: 180 });
  fireEvent.pointerMove(pin, { pointerId: 1, clientX: 380, clientY: 180 });
  fireEvent.pointerUp(pin, { pointerId: 1, clientX: 380, clientY: 180 });
  expect(onMove).toHaveBeenCalledOnce();
  expect(onMove.mock.calls[0]?.[1]?.id).toBe("east");
});

/** The frame is as large as a phone shows it, which is known only once it is there. */
function onAPhone() {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(342);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(288);
}

function pressTheMiddle() {
  fireEvent.pointerDown(map(), { pointerId: 1, clientX: 171, clientY: 144 });
  fireEvent.pointerUp(map(), { pointerId: 1, clientX: 171, clientY: 144 });
}

test("the area it begins with is in sight: a press in the middle lies in it", () => {
  onAPhone();
  const onMove = vi.fn();
  render(<Place focusOn="west" onMove={onMove} />);
  pressTheMiddle();
  expect(onMove.mock.calls[0]?.[1]?.id).toBe("west");
});

test("areas that come later than the map are in sight: a press in the middle lies in one", () => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(384);
  const onMove = vi.fn();
  const { rerender } = render(<Place grounds={[]} onMove={onMove} />);
  rerender(<Place grounds={[square("far", "Far away", 24, 32.9)]} onMove={onMove} />);
  fireEvent.keyDown(screen.getByRole("application"), { key: "Enter" });
  expect(onMove.mock.calls[0]?.[1]).toMatchObject({ id: "far" });
});

test("the middle lies inside an area that is bent round its own middle", () => {
  onAPhone();
  const onMove = vi.fn();
  const corners = [
    [0, 0],
    [0, 0.03],
    [0.008, 0.03],
    [0.008, 0.008],
    [0.03, 0.008],
    [0.03, 0],
  ];
  const bent: MapArea = {
    id: "bent",
    label: "Bent",
    rings: [corners.map(([lat = 0, lng = 0]) => ({ lat: 30 + lat, lng: 31 + lng }))],
  };
  render(<Place focusOn="bent" grounds={[...areas, bent]} onMove={onMove} />);
  pressTheMiddle();
  expect(onMove.mock.calls[0]?.[1]?.id).toBe("bent");
});

test("with the keyboard alone: Enter sets the pin in the middle, arrows move it", () => {
  const onMove = vi.fn();
  render(<Place onMove={onMove} />);
  fireEvent.keyDown(map(), { key: "+" });
  fireEvent.keyDown(map(), { key: "ArrowLeft" });
  fireEvent.keyDown(map(), { key: "Enter" });
  const first: LatLng = onMove.mock.calls[0]?.[0];
  const pin = screen.getByRole("button", { name: /^Pin/ });
  fireEvent.keyDown(pin, { key: "ArrowUp" });
  fireEvent.keyDown(pin, { key: "ArrowRight", shiftKey: true });
  const last: LatLng = onMove.mock.calls.at(-1)?.[0];
  expect(last.lat).toBeGreaterThan(first.lat);
  expect(last.lng).toBeGreaterThan(first.lng);
});

test("an operator's tiles lie under the outlines, with their due credit", () => {
  const { container } = render(
    <MapPicker
      areas={areas}
      value={null}
      onChange={() => {}}
      describe={() => ""}
      labels={{ map: "Map", instructions: "", pin: "Pin", zoomIn: "Nearer", zoomOut: "Farther" }}
      tiles={{ template: "/tiles/{z}/{x}/{y}.png", attribution: "Survey" }}
    />,
  );
  expect(container.querySelector("image")?.getAttribute("href")).toMatch(/^\/tiles\/1\d\//);
  expect(screen.getByText("Survey")).toBeTruthy();
});
