import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";

test("a button is pressed, and never submits a form by accident", () => {
  const onClick = vi.fn();
  render(
    <Button variant="primary" icon="bag" onClick={onClick}>
      Order
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Order" });
  expect(button.getAttribute("type")).toBe("button");
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
});

test("while loading it says so, ignores presses and keeps the focus", () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" loading={loading} loadingLabel="Sending" onClick={onClick}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button");
  button.focus();
  rerender(form(true));
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("Sending");
});
