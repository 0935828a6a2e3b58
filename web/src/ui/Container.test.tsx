import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Container } from "./Container";

test("text gets a narrower measure than pictures", () => {
  render(<Container width="text">Long text</Container>);
  expect(screen.getByText("Long text").className).toContain("max-w-3xl");
});
