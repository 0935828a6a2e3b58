import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Select } from "./Select";

test("one of a few is chosen from the system's own list", () => {
  const onValueChange = vi.fn();
  render(
    <Select
      label="Sort by"
      value=""
      placeholder="Choose"
      onValueChange={onValueChange}
      options={[
        { value: "price", label: "Price" },
        { value: "rating", label: "Rating" },
      ]}
    />,
  );
  const select = screen.getByRole("combobox", { name: "Sort by" });
  fireEvent.change(select, { target: { value: "rating" } });
  expect(onValueChange).toHaveBeenCalledWith("rating");
});
