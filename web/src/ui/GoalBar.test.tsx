import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { GoalBar } from "./GoalBar";

test("it says what is missing, to the eye and to the ear", () => {
  render(<GoalBar label="Minimum order" text="Add EGP 35 to order" value={65} goal={100} />);
  expect(screen.getByText("Add EGP 35 to order")).toBeTruthy();
  const bar = screen.getByRole("progressbar", { name: "Minimum order" });
  expect(bar.getAttribute("aria-valuenow")).toBe("65");
  expect(bar.getAttribute("aria-valuetext")).toBe("Add EGP 35 to order");
});
