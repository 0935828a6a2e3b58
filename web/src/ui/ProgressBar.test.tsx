import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ProgressBar } from "./ProgressBar";

test("it says how far things are, in words", () => {
  const { container } = render(
    <ProgressBar label="Import" value={30} max={120} valueText="30 of 120 rows" />,
  );
  const bar = screen.getByRole("progressbar", { name: "Import" });
  expect(bar.getAttribute("aria-valuenow")).toBe("25");
  expect(bar.getAttribute("aria-valuetext")).toBe("30 of 120 rows");
  expect(container.querySelector("rect")?.getAttribute("width")).toBe("25%");
  expect(container.querySelector("[style]")).toBeNull();
});

test("more than all is all", () => {
  render(<ProgressBar label="Import" value={200} max={120} />);
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("100");
});
