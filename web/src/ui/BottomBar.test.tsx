import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BottomBar } from "./BottomBar";
import { ButtonLink } from "./ButtonLink";

test("it is a place of its own that other fixed things keep clear of", () => {
  render(
    <BottomBar label="Cart">
      <ButtonLink to="/cart" variant="primary" wide>
        3 things
      </ButtonLink>
    </BottomBar>,
  );
  const bar = screen.getByRole("region", { name: "Cart" });
  expect(bar.hasAttribute("data-bottom-bar")).toBe(true);
});
