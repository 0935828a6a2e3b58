import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MemoryHistory, useLocation } from "../lib/history";
import { LinkBase, useFollowLinks } from "../lib/links";
import { Link } from "./Link";

function Where() {
  useFollowLinks("/ar");
  return <output>{useLocation().pathname}</output>;
}

test("a link inside the shop is followed without a reload", () => {
  render(
    <MemoryHistory>
      <LinkBase base="/ar">
        <Link to="/branches/3">Branch</Link>
        <Link to="/" reload>
          Start
        </Link>
        <Where />
      </LinkBase>
    </MemoryHistory>,
  );
  const link = screen.getByRole("link", { name: "Branch" });
  expect(link.getAttribute("href")).toBe("/ar/branches/3");
  // Opening another tab is left to the browser.
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(link)).toBe(false);
  expect(screen.getByRole("status").textContent).toBe("/branches/3");
  const start = screen.getByRole("link", { name: "Start" });
  expect(start.getAttribute("href")).toBe("/ar");
  expect(start.hasAttribute("data-shop")).toBe(false);
});

test("telephone numbers, other sites and anchors are ordinary links", () => {
  render(
    <LinkBase base="/en">
      <Link to="tel:+201001234567">Call</Link>
      <Link to="https://example.org" newTab>
        Elsewhere
      </Link>
      <Link to="#list">List</Link>
    </LinkBase>,
  );
  expect(screen.getByText("Call").getAttribute("href")).toBe("tel:+201001234567");
  expect(screen.getByText("Elsewhere").getAttribute("rel")).toBe("noopener");
  expect(screen.getByText("List").getAttribute("href")).toBe("#list");
});

test("it works where there is no router, such as an error page", () => {
  render(<Link to="/">Home</Link>);
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
});
