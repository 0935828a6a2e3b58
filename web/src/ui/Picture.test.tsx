import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Picture } from "./Picture";

test("it reserves its place and waits until it is needed", () => {
  render(
    <Picture
      src="/f/apple-256.webp"
      sources={[
        { src: "/f/apple-128.webp", width: 128 },
        { src: "/f/apple-256.webp", width: 256 },
      ]}
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
