import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Notice } from "./Notice";

test("a refusal says what to do next, in place", () => {
  const onTake = vi.fn();
  render(
    <Notice tone="trouble" live action={<Button onClick={onTake}>Take 2</Button>}>
      2 left
    </Notice>,
  );
  expect(screen.getByRole("alert").textContent).toContain("2 left");
  fireEvent.click(screen.getByRole("button", { name: "Take 2" }));
  expect(onTake).toHaveBeenCalledOnce();
});

test("what was there from the start is not announced, and can be put away", () => {
  const onClose = vi.fn();
  render(
    <Notice title="Closed" onClose={onClose} closeLabel="Put away">
      Opens 10:00
    </Notice>,
  );
  expect(screen.queryByRole("status")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Put away" }));
  expect(onClose).toHaveBeenCalledOnce();
});
