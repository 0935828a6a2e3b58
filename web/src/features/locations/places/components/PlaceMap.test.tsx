import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { District } from "../../../../api/types";
import { renderShop } from "../../../../testing/shop";
import PlaceMap from "./PlaceMap";

const maadi: District = {
  id: "maadi",
  name: "Maadi",
  governorate: { id: "cairo", slug: "cairo", name: "Cairo" },
  lat: 29.96,
  lng: 31.25,
  outline: [
    [29.9, 31.2],
    [29.9, 31.3],
    [30.0, 31.3],
    [30.0, 31.2],
  ],
  radius: 0,
  served: true,
};

test("what is found by name brings the pin there, with the area it lies in", () => {
  const put = vi.fn();
  renderShop(<PlaceMap districts={[maadi]} pin={null} current="" onPin={put} search />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "maadi" } });
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
  expect(put).toHaveBeenCalledWith({ lat: 29.96, lng: 31.25 }, "maadi");
});

test("where the area is chosen beside it, there is nothing to search", () => {
  renderShop(<PlaceMap districts={[maadi]} pin={null} current="maadi" onPin={() => {}} />);
  expect(screen.queryByRole("searchbox")).toBeNull();
});
