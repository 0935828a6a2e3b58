import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Breadcrumbs } from "./Breadcrumbs";

test("links lead up, and this page is named but not a link", () => {
  render(
    <Breadcrumbs
      label="Where you are"
      items={[
        { label: "Home", to: "/home" },
        { label: "Fruit", to: "/categories/2" },
        { label: "Apples" },
      ]}
    />,
  );
  const nav = screen.getByRole("navigation", { name: "Where you are" });
  expect(within(nav).getAllByRole("link")).toHaveLength(2);
  expect(within(nav).getByText("Apples").getAttribute("aria-current")).toBe("page");
});

test("a way of more than three leaves this page's name to its heading on phones", () => {
  const up = ["Grocery", "Pantry", "Sugar"].map((label) => ({ label, to: `/${label}` }));
  const { rerender } = render(
    <Breadcrumbs label="Way" items={[...up, { label: "White sugar" }]} />,
  );
  const last = () => screen.getByText("White sugar").closest("li")?.className;
  expect(last()).toContain("max-sm:hidden");
  rerender(<Breadcrumbs label="Way" items={[...up.slice(1), { label: "White sugar" }]} />);
  expect(last()).not.toContain("max-sm:hidden");
});
