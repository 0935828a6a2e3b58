import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countdown } from "./Countdown";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("it begins with what it was given and ends once", () => {
  const onEnd = vi.fn();
  render(<Countdown until={33_000} now={30_000} format={(left) => `${left} s`} onEnd={onEnd} />);
  const timer = screen.getByRole("timer");
  expect(timer.textContent).toBe("3 s");
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(timer.textContent).toBe("2 s");
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
  expect(timer.textContent).toBe("0 s");
  expect(onEnd).toHaveBeenCalledOnce();
});
