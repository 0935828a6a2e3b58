import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ButtonLink } from "./ButtonLink";

test("it is a link, so it can be opened in another tab and shared", () => {
  render(
    <ButtonLink to="/checkout" variant="primary" iconEnd="arrow-end">
      To checkout
    </ButtonLink>,
  );
  expect(screen.getByRole("link", { name: "To checkout" }).getAttribute("href")).toBe("/checkout");
  expect(screen.queryByRole("button")).toBeNull();
});
