import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Stepper } from "./Stepper";

const labels = {
  add: "Add",
  addThing: "Add apples",
  quantity: "Quantity of apples",
  more: "One more",
  less: "One less",
  remove: "Take away",
};

function Apples({ start = 0, min = 1 }: { start?: number; min?: number }) {
  const [value, setValue] = useState(start);
  return (
    <Stepper
      value={value}
      onChange={setValue}
      min={min}
      max={min + 1}
      labels={labels}
      format={(n) => `${n} kg`}
      atMax="Only that many"
    />
  );
}

test("steps replace the button in place, and the focus follows", () => {
  render(<Apples />);
  fireEvent.click(screen.getByRole("button", { name: "Add apples" }));
  expect(screen.getByRole("group", { name: "Quantity of apples" }).textContent).toContain("1 kg");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "One more" }));
  expect(screen.getByRole("status").textContent).toBe("1 kg");

  fireEvent.click(screen.getByRole("button", { name: "Take away" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add apples" }));
  expect(screen.getByRole("status").textContent).toBe("0 kg");
});

test("the focus returns to the button when an addition is refused, and follows when it is repeated", () => {
  const shown = (value: number) => <Stepper value={value} onChange={() => {}} labels={labels} />;
  const { rerender } = render(shown(0));
  const add = screen.getByRole("button", { name: "Add apples" });
  add.focus();
  fireEvent.click(add);
  rerender(shown(1));
  rerender(shown(0));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add apples" }));

  rerender(shown(1));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "One more" }));
});

test("a quantity that changes by itself takes no focus", () => {
  const shown = (value: number) => <Stepper value={value} onChange={() => {}} labels={labels} />;
  const { rerender } = render(shown(0));
  rerender(shown(1));
  expect(document.activeElement).toBe(document.body);
});

test("at the most that can be had it says why nothing happens", () => {
  render(<Apples start={2} />);
  const more = screen.getByRole("button", { name: "One more" });
  expect(more.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(more);
  expect(screen.getByRole("status").textContent).toBe("Only that many");
  expect(screen.getByRole("status").className).not.toContain("sr-only");
  fireEvent.click(screen.getByRole("button", { name: "One less" }));
  expect(screen.getByRole("status").className).toContain("sr-only");
});

test("the least that can be had is taken at once, and one less takes it away", () => {
  render(<Apples min={3} />);
  fireEvent.click(screen.getByRole("button", { name: "Add apples" }));
  expect(screen.getByRole("status").textContent).toBe("3 kg");
  expect(screen.queryByRole("button", { name: "One less" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Take away" }));
  expect(screen.getByRole("button", { name: "Add apples" })).toBeTruthy();
});

test("arrows count but do not take the last one away", () => {
  render(<Apples start={1} />);
  const more = screen.getByRole("button", { name: "One more" });
  fireEvent.keyDown(more, { key: "ArrowUp" });
  expect(screen.getByRole("group").textContent).toContain("2 kg");
  fireEvent.keyDown(more, { key: "ArrowDown" });
  fireEvent.keyDown(more, { key: "ArrowDown" });
  expect(screen.getByRole("group").textContent).toContain("1 kg");
});

test("in a card's corner it unfolds where it was added, and stands still where it was there before", () => {
  const corner = (value: number) => (
    <Stepper corner value={value} onChange={() => {}} labels={labels} />
  );
  const steps = () => screen.getByRole("group", { name: "Quantity of apples" });
  const { unmount, rerender } = render(corner(0));
  // The cart's quantity is known only after the page is rendered.
  rerender(corner(2));
  expect(steps().className).not.toContain("animate-");
  unmount();

  const shown = render(corner(0));
  fireEvent.click(screen.getByRole("button", { name: "Add apples" }));
  shown.rerender(corner(1));
  expect(steps().className).toContain("animate-unfold");
});
