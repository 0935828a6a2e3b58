import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Field } from "./Field";

function described(element: HTMLElement) {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}

test("any control gets its label, hint and error", () => {
  const field = (error?: string) => (
    <Field label="Birthday" hint="Only for a greeting" error={error} optionalLabel="optional">
      {(control) => <input {...control} type="date" />}
    </Field>
  );
  const { rerender } = render(field());
  const input = screen.getByLabelText(/Birthday/);
  expect(described(input)).toEqual(["Only for a greeting"]);
  expect(input.getAttribute("aria-invalid")).toBeNull();

  rerender(field("That day is still to come"));
  expect(described(input)).toEqual(["That day is still to come", "Only for a greeting"]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
});
