import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Link } from "./Link";
import { Section } from "./Section";

test("a part of the page is named by its heading", () => {
  render(
    <Section title="Near you" action={<Link to="/branches-results">All</Link>}>
      <p>…</p>
    </Section>,
  );
  expect(screen.getByRole("region", { name: "Near you" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Near you");
});
