import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Fold } from "./Fold";

test("opens for what is to be seen, and stays open once that is settled", () => {
  const fold = (open: boolean) => (
    <Fold title="More" boxed open={open}>
      <input aria-label="Phone" />
    </Fold>
  );
  const { rerender } = render(fold(false));
  const details = screen.getByRole<HTMLDetailsElement>("group");
  expect(details.open).toBe(false);
  rerender(fold(true));
  expect(details.open).toBe(true);
  rerender(fold(false));
  expect(details.open).toBe(true);
});

test("closed by hand it stays closed, and says when it is opened or closed", () => {
  const opened = vi.fn();
  render(
    <Fold title="Not delivered here" as="h2" onToggle={opened}>
      far away
    </Fold>,
  );
  expect(screen.getByRole("heading", { level: 2, name: "Not delivered here" })).toBeTruthy();
  const details = screen.getByRole<HTMLDetailsElement>("group");
  for (const open of [true, false]) {
    details.open = open;
    fireEvent(details, new Event("toggle"));
    expect(details.open).toBe(open);
  }
  expect(opened).toHaveBeenCalledTimes(2);
});
