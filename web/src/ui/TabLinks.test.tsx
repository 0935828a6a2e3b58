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
