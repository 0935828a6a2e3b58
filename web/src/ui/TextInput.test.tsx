import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ScopeProvider } from "../lib/scope";
import { TextInput } from "./TextInput";

const aScope = {
  figures: "latn",
  district: "",
  currency: "",
  session: "",
  address: "",
  pin: "",
  ready: true,
} as const;

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

test("a date is shown in the reader's order, and an empty field as empty, whatever the browser writes", () => {
  const shown = (lang: "en" | "ar", type: string, value: string) => {
    const { container, unmount } = render(
      <ScopeProvider scope={{ ...aScope, lang }}>
        <TextInput label="Born" type={type} value={value} onValueChange={() => {}} />
      </ScopeProvider>,
    );
    const text = container.querySelector(".date-shown")?.textContent ?? null;
    unmount();
    return text;
  };
  expect(shown("en", "date", "1990-03-05")).toBe("5 March 1990");
  expect(shown("ar", "date", "1990-03-05")).toContain("مارس");
  expect(shown("en", "date", "")).toBe("dd/mm/yyyy");
  expect(shown("ar", "date", "")).toBe("يوم/شهر/سنة");
  expect(shown("en", "datetime-local", "2026-11-28T21:30")).toBe("28 November 2026, 9:30\u00a0PM");
  expect(shown("en", "time", "08:05")).toBe("8:05\u00a0AM");
  expect(shown("en", "text", "1990-03-05")).toBeNull();
});

test("a date that was left half filled in says so and stays in sight", () => {
  const Ends = ({ value }: { value: string }) => (
    <ScopeProvider scope={{ ...aScope, lang: "en" }}>
      <TextInput label="Ends" type="date" value={value} onValueChange={() => {}} />
    </ScopeProvider>
  );
  const { container, rerender } = render(<Ends value="" />);
  const input = screen.getByLabelText("Ends");
  // Without it, Chromium waits for a six-digit year.
  expect(input.getAttribute("max")).toBe("9999-12-31");
  const leave = (badInput: boolean) => {
    Object.defineProperty(input, "validity", { value: { badInput }, configurable: true });
    fireEvent.blur(input);
  };
  leave(true);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(container.textContent).toContain("Enter the whole date, or clear it.");
  expect(input.hasAttribute("data-half")).toBe(true);
  fireEvent.focus(input);
  rerender(<Ends value="2027-03-04" />);
  expect(input.getAttribute("aria-invalid")).toBeNull();
  leave(false);
  expect(input.getAttribute("aria-invalid")).toBeNull();
  expect(input.hasAttribute("data-half")).toBe(false);
});
