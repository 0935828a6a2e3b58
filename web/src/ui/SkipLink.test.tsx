import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SkipLink } from "./SkipLink";

test("it leads to what the page is about", () => {
  render(<SkipLink to="#main">To the content</SkipLink>);
  const link = screen.getByRole("link", { name: "To the content" });
  link.focus();
  expect(document.activeElement).toBe(link);
  expect(link.getAttribute("href")).toBe("#main");
});
