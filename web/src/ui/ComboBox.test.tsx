import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { ComboBox } from "./ComboBox";

const districts = [
  { id: "zamalek", label: "Zamalek" },
  { id: "maadi", label: "Maadi" },
  { id: "dokki", label: "Dokki" },
];

function District({ error }: { error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <ComboBox
        label="District"
        options={districts}
        value={value}
        onValueChange={setValue}
        emptyText="None is called so"
        error={error}
      />
      <output>{value}</output>
    </>
  );
}

function box() {
  return screen.getByRole<HTMLInputElement>("combobox", { name: "District" });
}

test("typing narrows the list, arrows and Enter choose", () => {
  render(<District />);
  box().focus();
  fireEvent.change(box(), { target: { value: "ma" } });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Zamalek",
    "Maadi",
  ]);
  fireEvent.keyDown(box(), { key: "ArrowDown" });
  fireEvent.keyDown(box(), { key: "ArrowDown" });
  fireEvent.keyDown(box(), { key: "Enter" });
  fireEvent.keyUp(box(), { key: "Enter" });
  expect(document.querySelector("output")?.textContent).toBe("maadi");
  expect(box().value).toBe("Maadi");
});

test("where nothing matches it says so", () => {
  render(<District />);
  box().focus();
  fireEvent.change(box(), { target: { value: "xyz" } });
  expect(screen.getByText("None is called so")).toBeTruthy();
});

test("an error is read with the field", () => {
  render(<District error="Choose one" />);
  expect(box().getAttribute("aria-invalid")).toBe("true");
  const described = box().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain("Choose one");
});
