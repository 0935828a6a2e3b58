import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { RadioGroup } from "./RadioGroup";

function Payment() {
  const [value, setValue] = useState<string | null>("cash");
  return (
    <RadioGroup
      label="How to pay"
      value={value}
      onValueChange={setValue}
      options={[
        { value: "cash", label: "Cash", icon: "cash", hint: "At the door" },
        { value: "card", label: "Card", icon: "card" },
        { value: "wallet", label: "Wallet", disabled: true },
      ]}
    />
  );
}

test("one of a few is chosen", () => {
  render(<Payment />);
  expect(screen.getByRole("group", { name: "How to pay" })).toBeTruthy();
  const card = screen.getByRole<HTMLInputElement>("radio", { name: "Card" });
  fireEvent.click(card);
  expect(card.checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Cash/ }).checked).toBe(false);
});

test("all of one group share a name, so arrow keys move between them", () => {
  render(<Payment />);
  const names = screen.getAllByRole<HTMLInputElement>("radio").map((radio) => radio.name);
  expect(new Set(names).size).toBe(1);
});

test("a mark stands beside its label, and takes no room from the hint below", () => {
  const options = [{ value: "home", label: "Home", mark: <b>Default</b>, hint: "12 Road 9" }];
  render(<RadioGroup label="Where to" value="home" onValueChange={() => {}} options={options} />);
  expect(screen.getByText("Default").parentElement?.textContent).toBe("Home Default");
  expect(screen.getByText("12 Road 9").parentElement?.textContent).toBe("Home Default12 Road 9");
});

test("what belongs to one choice stands between it and the next, outside its label", () => {
  const options = [
    { value: "cash", label: "Cash", below: <input aria-label="I'll pay with" /> },
    { value: "card", label: "Card" },
  ];
  render(<RadioGroup label="How to pay" value="cash" onValueChange={() => {}} options={options} />);
  const names = [...document.querySelectorAll("input")].map(
    (input) => input.getAttribute("aria-label") ?? input.value,
  );
  expect(names).toEqual(["cash", "I'll pay with", "card"]);
  expect(screen.getByLabelText("I'll pay with").closest("label")).toBeNull();
});
