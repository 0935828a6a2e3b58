import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useMoment } from "./useMoment";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const rising = (before: number | undefined, now: number | undefined) =>
  before !== undefined && now !== undefined && now > before;

test("a moment comes with a change that counts, and goes by itself", () => {
  const { result, rerender } = renderHook(
    ({ value }: { value: number | undefined }) => useMoment(value, rising, 1000),
    { initialProps: { value: undefined as number | undefined } },
  );
  expect(result.current).toBe(false);
  // The first value to load is not a change.
  rerender({ value: 2 });
  expect(result.current).toBe(false);
  rerender({ value: 3 });
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(1000));
  expect(result.current).toBe(false);
  rerender({ value: 1 });
  expect(result.current).toBe(false);
});
