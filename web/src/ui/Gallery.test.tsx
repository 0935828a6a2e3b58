import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gallery } from "./Gallery";

const pictures = ["a", "b", "c"].map((name) => ({
  src: `/${name}.webp`,
  srcset: "",
  width: 480,
  height: 480,
}));

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.style.direction = "";
});

const gallery = (shown = "/a.webp") => (
  <Gallery
    pictures={pictures}
    shown={shown}
    name="Sugar"
    labelOf={(place) => `Picture ${place + 1} of 3`}
    sizes="90vw"
  />
);
function show(direction: "ltr" | "rtl" = "ltr") {
  document.documentElement.style.direction = direction;
  const { rerender } = render(gallery());
  turn = (shown) => rerender(gallery(shown));
  const list = screen.getByRole("list", { name: "Sugar" });
  list.style.direction = direction;
  return list;
}
let turn: (shown: string) => void;
const current = () =>
  screen.getAllByRole("button").find((one) => one.getAttribute("aria-current") === "true");

test("a picture chosen below is brought, and marked", () => {
  const list = show();
  expect(current()?.getAttribute("aria-label")).toBe("Picture 1 of 3");
  fireEvent.click(screen.getByRole("button", { name: "Picture 3 of 3" }));
  expect(list.scrollLeft).toBe(600);
  expect(current()?.getAttribute("aria-label")).toBe("Picture 3 of 3");
});

test("another choice turns to its picture, the same one to none", () => {
  const list = show();
  turn("/b.webp");
  expect(list.scrollLeft).toBe(300);
  fireEvent.click(screen.getByRole("button", { name: "Picture 3 of 3" }));
  turn("/b.webp");
  expect(list.scrollLeft).toBe(600);
  turn("/a.webp");
  expect(list.scrollLeft).toBe(0);
  expect(current()?.getAttribute("aria-label")).toBe("Picture 1 of 3");
});

test.each([
  ["ltr", "ArrowRight", 300],
  ["rtl", "ArrowLeft", -300],
] as const)("the arrows walk through them as one reads, %s", (direction, key, to) => {
  const list = show(direction);
  fireEvent.keyDown(list, { key });
  expect(list.scrollLeft).toBe(to);
  fireEvent.keyDown(list, { key: key === "ArrowLeft" ? "ArrowRight" : "ArrowLeft" });
  expect(Math.abs(list.scrollLeft)).toBe(0);
});

test("swiping marks which one is seen", () => {
  const list = show("rtl");
  list.scrollLeft = -310;
  fireEvent.scroll(list);
  expect(current()?.getAttribute("aria-label")).toBe("Picture 2 of 3");
});

test("only the first comes at once", () => {
  const list = show();
  expect([...list.querySelectorAll("img")].map((one) => one.getAttribute("loading"))).toEqual([
    "eager",
    "lazy",
    "lazy",
  ]);
});
