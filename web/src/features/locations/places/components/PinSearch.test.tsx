import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { District } from "../../../../api/types";
import { renderShop } from "../../../../testing/shop";
import { guideIn } from "../guide";
import { configuredTiles } from "../tiles";
import { PinSearch } from "./PinSearch";

const area = (id: string, name: string): District => ({
  id,
  name,
  governorate: { id: "cairo", slug: "cairo", name: "Cairo" },
  lat: 29.96,
  lng: 31.25,
  outline: [],
  radius: 0,
  served: true,
});
const districts = [area("maadi", "المعادي"), area("zamalek", "الزمالك"), area("dokki", "الدقي")];

afterEach(() => {
  document.getElementById("state")?.remove();
});

function open() {
  const found = vi.fn();
  const sent = vi.fn();
  renderShop(
    <form onSubmit={sent}>
      <PinSearch districts={districts} marks={guideIn("ar").marks} onFind={found} />
    </form>,
    { lang: "ar" },
  );
  return { found, sent, field: screen.getByRole("searchbox") };
}

test("an area is found as it is written, and pressed", () => {
  const { found, field } = open();
  expect(screen.queryByRole("list")).toBeNull();
  fireEvent.change(field, { target: { value: "زمالك" } });
  fireEvent.click(screen.getByRole("button", { name: /الزمالك/ }));
  expect(found).toHaveBeenCalledWith({ lat: 29.96, lng: 31.25 });
  expect(screen.queryByRole("list")).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole("status").textContent).toBe("العلامة في الزمالك");
});

test("Enter takes the first and sends nothing of the form around it", () => {
  const { found, sent, field } = open();
  fireEvent.change(field, { target: { value: "معادى" } });
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(found).toHaveBeenCalledWith({ lat: 29.96, lng: 31.25 });
  expect(sent).not.toHaveBeenCalled();
});

test("a station or a landmark brings the pin there, and is no area", () => {
  const { found, field } = open();
  fireEvent.change(field, { target: { value: "محطه السادات" } });
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["محطة السادات"]);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(found).toHaveBeenCalledWith({ lat: 30.044, lng: 31.2356 });
  fireEvent.change(field, { target: { value: "cairo tower" } });
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["برج القاهرة"]);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(found).toHaveBeenLastCalledWith({ lat: 30.0459, lng: 31.2243 });
});

test("of an area and a station by one name, the area comes first", () => {
  const { field } = open();
  fireEvent.change(field, { target: { value: "الدقي" } });
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual([
    "الدقيCairo",
    "محطة الدقي",
  ]);
});

test("nothing by that name says so", () => {
  const { field } = open();
  fireEvent.change(field, { target: { value: "ظظظظ" } });
  expect(screen.getByRole("status").textContent).toMatch(/لا/);
});

test("the map's tiles are those the program is set to, none unless it is", () => {
  expect(configuredTiles()).toBeUndefined();
  const state = document.body.appendChild(document.createElement("script"));
  state.id = "state";
  state.type = "application/json";
  state.textContent = JSON.stringify({ config: { tiles: "" } });
  expect(configuredTiles()).toBeUndefined();
  state.textContent = JSON.stringify({
    config: { tiles: "https://tiles.example/{z}/{x}/{y}.png", tiles_by: "© Somebody" },
  });
  expect(configuredTiles()).toMatchObject({
    template: "https://tiles.example/{z}/{x}/{y}.png",
    attribution: "© Somebody",
  });
});
