import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Switch } from "./Switch";

function Open() {
  const [open, setOpen] = useState(true);
  return <Switch label="Taking orders" hint="For today" checked={open} onCheckedChange={setOpen} />;
}

test("it is on or off, and says which", () => {
  render(<Open />);
  const control = screen.getByRole<HTMLInputElement>("switch", { name: "Taking orders" });
  expect(control.checked).toBe(true);
  fireEvent.click(control);
  expect(control.checked).toBe(false);
});
