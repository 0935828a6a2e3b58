import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Rating } from "./Rating";

test("stars are read as one figure and filled to it", () => {
  const { container } = render(
    <Rating value={4} label="4 of 5, 210 ratings" text="4.0" count="(210)" />,
  );
  expect(screen.getByRole("img", { name: "4 of 5, 210 ratings" })).toBeTruthy();
  expect(container.querySelector("svg svg")?.getAttribute("width")).toBe("96");
});

test("in lists one star is enough", () => {
  const { container } = render(<Rating value={4.3} label="4.3 of 5" text="4.3" compact />);
  const stars = (at: string) => container.querySelector(at)?.getAttribute("d")?.match(/M/g)?.length;
  expect(stars("svg > path")).toBe(1);
  expect(container.querySelector("svg svg")?.getAttribute("width")).toBe("24");
});
