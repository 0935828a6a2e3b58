import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Lattice } from "./Lattice";

test("two on one page do not share a pattern, and neither is read aloud", () => {
  const { container } = render(
    <>
      <Lattice />
      <Lattice size={64} />
    </>,
  );
  const ids = [...container.querySelectorAll("pattern")].map((pattern) => pattern.id);
  expect(new Set(ids).size).toBe(2);
  for (const svg of container.querySelectorAll("svg")) {
    expect(svg.getAttribute("aria-hidden")).toBe("true");
  }
});
