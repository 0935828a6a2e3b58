import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Row, RowSection } from "./Row";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(fine: boolean, width: number, at = 0) {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: fine && query.includes("fine") }));
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(width);
  vi.spyOn(Element.prototype, "scrollLeft", "get").mockReturnValue(at);
  const scrollBy = vi.fn();
  Element.prototype.scrollBy = scrollBy;
  const { container } = render(
    <RowSection title="Offers" action={<a href="/all">See all</a>}>
      {(list) => (
        <Row ref={list}>
          <li>Tea</li>
        </Row>
      )}
    </RowSection>,
  );
  const arrows = [...container.querySelectorAll("button")];
  return { arrows, scrollBy };
}

test("a mouse turns the row by what is in sight, and no further than its ends", () => {
  const { arrows, scrollBy } = open(true, 2500);
  expect(arrows.map((one) => one.disabled)).toEqual([true, false]);
  fireEvent.click(arrows[1] as HTMLElement);
  expect(scrollBy).toHaveBeenCalledWith({ left: 1000, behavior: "smooth" });
  expect(open(true, 2500, 1500).arrows.map((one) => one.disabled)).toEqual([false, true]);
});

test("right to left, on is to the left", () => {
  document.dir = "rtl";
  vi.spyOn(window, "getComputedStyle").mockReturnValue({ direction: "rtl" } as CSSStyleDeclaration);
  const { arrows, scrollBy } = open(true, 2500, -700);
  expect(arrows.map((one) => one.disabled)).toEqual([false, false]);
  fireEvent.click(arrows[1] as HTMLElement);
  expect(scrollBy).toHaveBeenCalledWith({ left: -1000, behavior: "smooth" });
  document.dir = "";
});

test("keys and readers do not meet them; where all is in sight, and under fingers, there are none", () => {
  const { arrows } = open(true, 2500);
  expect(arrows.map((one) => one.tabIndex)).toEqual([-1, -1]);
  expect(screen.queryByRole("button")).toBeNull();
  expect(open(true, 1000).arrows).toEqual([]);
  expect(open(false, 2500).arrows).toEqual([]);
});

test("what is in the row is drawn once", () => {
  const draw = vi.fn(() => <li>Tea</li>);
  render(<RowSection title="Offers">{(list) => <Row ref={list}>{draw()}</Row>}</RowSection>);
  expect(draw).toHaveBeenCalledTimes(1);
});
