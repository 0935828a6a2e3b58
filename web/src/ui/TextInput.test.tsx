import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TextInput } from "./TextInput";

test("it reports what was typed", () => {
  const onValueChange = vi.fn();
  render(<TextInput label="Name" name="name" autoComplete="name" onValueChange={onValueChange} />);
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "منى" } });
  expect(onValueChange).toHaveBeenCalledWith("منى");
});

test("an error is read with the field", () => {
  render(<TextInput label="Email" type="email" required error="Write it as name@place.com" />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input.getAttribute("aria-required")).toBe("true");
  expect(input.getAttribute("dir")).toBe("ltr");
  expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Write it as name@place.com",
  );
});
