import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FieldFold } from "./FieldFold";

test("opens for what is to be seen, and stays open once that is settled", () => {
  const fold = (open: boolean) => (
    <FieldFold title="More" open={open}>
      <input aria-label="Phone" />
    </FieldFold>
  );
  const { rerender } = render(fold(false));
  const details = screen.getByRole<HTMLDetailsElement>("group");
  expect(details.open).toBe(false);
  rerender(fold(true));
  expect(details.open).toBe(true);
  rerender(fold(false));
  expect(details.open).toBe(true);
});
