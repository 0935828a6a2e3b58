import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Icon } from "./Icon";
import { Tile } from "./Tile";

test("a tile is one link named by its title", () => {
  render(
    <Tile
      to="/home?service=2"
      title="Grocery"
      text="Within 40 minutes"
      tint="grocery"
      picture={<Icon name="bag" size={32} />}
      selected
    />,
  );
  const tile = screen.getByRole("link", { name: /Grocery/ });
  expect(tile.getAttribute("aria-current")).toBe("true");
  expect(tile.className).toContain("bg-tint-grocery");
});
