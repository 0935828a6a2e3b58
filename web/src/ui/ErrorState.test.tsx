import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ErrorState } from "./ErrorState";

test("it is announced, says what to do, and tries again", () => {
  const onRetry = vi.fn();
  render(
    <ErrorState
      icon="wifi-off"
      title="No connection"
      text="Nothing answered."
      hint="Look at your network, then try again."
      retryLabel="Try again"
      onRetry={onRetry}
      reference="req_42"
    />,
  );
  expect(screen.getByRole("alert").textContent).toContain("req_42");
  expect(
    [...screen.getByRole("alert").querySelectorAll("p")].map((one) => one.textContent),
  ).toEqual(["Nothing answered.", "Look at your network, then try again.", "req_42"]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});
