import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Checkbox } from "./Checkbox";

test("it is ticked by its label and says what is wrong", () => {
  const onCheckedChange = vi.fn();
  render(
    <Checkbox
      label="I accept the terms"
      error="This field is required"
      onCheckedChange={onCheckedChange}
    />,
  );
  const box = screen.getByRole("checkbox", { name: "I accept the terms" });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(screen.getByText("I accept the terms"));
  expect(onCheckedChange).toHaveBeenCalledWith(true);
});
