import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TabLinks } from "./TabLinks";

test("tabs are links, and the one in sight says so", () => {
  render(
    <TabLinks
      label="Orders"
      items={[
        { label: "New", to: "?tab=new", current: true, count: "4" },
        { label: "Done", to: "?tab=done" },
      ]}
    />,
  );
  expect(screen.getByRole("link", { name: /New/ }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Done" }).getAttribute("aria-current")).toBeNull();
});

test("a phone shows a few tabs whole, in more lines than one; many scroll", () => {
  const items = ["a", "b", "c", "d", "e", "f", "g"].map((at) => ({ label: at, to: `?tab=${at}` }));
  const { container, rerender } = render(<TabLinks label="Few" items={items.slice(0, 4)} />);
  expect(container.querySelector("ul")?.className).toContain("max-sm:flex-wrap");
  rerender(<TabLinks label="Many" items={items} />);
  expect(container.querySelector("ul")?.className).not.toContain("flex-wrap");
});
