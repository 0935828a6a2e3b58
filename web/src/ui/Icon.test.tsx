import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Icon } from "./Icon";

test("an icon is decoration unless it says something", () => {
  const { container } = render(<Icon name="cart" />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");

  render(<Icon name="clock" label="Arrives at ten" />);
  expect(screen.getByRole("img", { name: "Arrives at ten" })).toBeTruthy();
});

test("icons that point somewhere turn round in right-to-left text, others do not", () => {
  const { container } = render(
    <>
      <Icon name="chevron-end" />
      <Icon name="search" />
    </>,
  );
  const [chevron, search] = container.querySelectorAll("svg");
  expect(chevron?.getAttribute("class")).toContain("rtl:-scale-x-100");
  expect(search?.getAttribute("class")).not.toContain("rtl:-scale-x-100");
});
