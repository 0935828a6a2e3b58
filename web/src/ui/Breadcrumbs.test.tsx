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
