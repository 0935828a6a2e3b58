import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SortChip } from "./SortChip";

test("names itself, shows what is chosen and tells what is chosen next", () => {
  const onChange = vi.fn();
  render(
    <SortChip
      label="Sort"
      value="near"
      options={[
        { value: "near", label: "Nearest" },
        { value: "fast", label: "Fastest" },
      ]}
      onChange={onChange}
    />,
  );
  const box = screen.getByRole("combobox", { name: "Sort" });
  expect((box as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Nearest");
  fireEvent.change(box, { target: { value: "fast" } });
  expect(onChange).toHaveBeenCalledWith("fast");
});
