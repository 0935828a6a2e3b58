import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Picture } from "./Picture";

test("it reserves its place and waits until it is needed", () => {
  render(
    <Picture
      src="/f/apple-256.webp"
      srcset="/f/apple-128.webp 128w, /f/apple-256.webp 256w"
      sizes="(min-width: 48rem) 14rem, 45vw"
      alt="Red apples"
      width={256}
      height={256}
      tint="grocery"
    />,
  );
  const image = screen.getByRole("img", { name: "Red apples" });
  expect(image.getAttribute("loading")).toBe("lazy");
  expect(image.getAttribute("width")).toBe("256");
  expect(image.getAttribute("srcset")).toBe("/f/apple-128.webp 128w, /f/apple-256.webp 256w");
});

test("the largest picture of the first screen is fetched first", () => {
  render(<Picture src="/b.webp" alt="Offers" width={900} height={360} ratio="banner" priority />);
  const image = screen.getByRole("img");
  expect(image.getAttribute("loading")).toBe("eager");
  expect(image.getAttribute("fetchpriority")).toBe("high");
});

test("without a picture the tile keeps its shape", () => {
  render(<Picture alt="Bread" width={256} height={256} />);
  expect(screen.getByRole("img", { name: "Bread" }).tagName).toBe("svg");
});

test("the letter of a name is drawn to the size of its tile", () => {
  const { container } = render(
    <Picture name="Wekala" alt="" width={256} height={256} className="size-8" />,
  );
  const letter = container.querySelector("svg text");
  expect(letter?.textContent).toBe("W");
  expect(Number(letter?.getAttribute("font-size"))).toBeLessThan(9 / 2);
});

test("a drawing fits all widths", () => {
  render(<Picture src="/a.svg" srcset="" sizes="45vw" alt="Tea" width={256} height={256} />);
  const image = screen.getByRole("img");
  expect(image.hasAttribute("srcset")).toBe(false);
  expect(image.hasAttribute("sizes")).toBe(false);
});

test("without a picture a name stands in for it, never another thing", () => {
  const { container } = render(<Picture name="Fresh mint" alt="" width={256} height={256} />);
  expect(container.textContent).toBe("F");
  expect(screen.queryByRole("img")).toBeNull();
});
