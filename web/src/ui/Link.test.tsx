import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { Link } from "./Link";

function Where() {
  return <output>{useLocation().pathname}</output>;
}

test("a link inside the shop is followed without a reload", () => {
  render(
    <MemoryRouter>
      <Link to="/branches/3">Branch</Link>
      <Where />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Branch" }));
  expect(screen.getByRole("status").textContent).toBe("/branches/3");
});

test("telephone numbers, other sites and anchors are ordinary links", () => {
  render(
    <MemoryRouter>
      <Link to="tel:+201001234567">Call</Link>
      <Link to="https://example.org" newTab>
        Elsewhere
      </Link>
      <Link to="#list">List</Link>
    </MemoryRouter>,
  );
  expect(screen.getByText("Call").getAttribute("href")).toBe("tel:+201001234567");
  expect(screen.getByText("Elsewhere").getAttribute("rel")).toBe("noopener");
  expect(screen.getByText("List").getAttribute("href")).toBe("#list");
});

test("it works where there is no router, such as an error page", () => {
  render(<Link to="/">Home</Link>);
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
});
