import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Card } from "./Card";
import { Link } from "./Link";

test("a whole card can be pressed while its link has a name of its own", () => {
  render(
    <ul>
      <Card as="li" pressable>
        <Link to="/branches/1" look="cover">
          Zamalek
        </Link>
        <p>Open until two</p>
      </Card>
    </ul>,
  );
  expect(screen.getByRole("listitem").className).toContain("relative");
  expect(screen.getByRole("link", { name: "Zamalek" }).className).toContain("after:inset-0");
});
