import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Badge } from "./Badge";

test("an offer stands on saffron; saffron is never its text", () => {
  render(
    <Badge tone="offer" icon="tag">
      20 % less
    </Badge>,
  );
  const badge = screen.getByText("20 % less");
  expect(badge.className).toContain("bg-saffron");
  expect(badge.className).not.toContain("text-saffron");
});
