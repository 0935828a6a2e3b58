import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { again, part } from "./part";

afterEach(() => {
  vi.useRealTimers();
});

test("what cannot be fetched is tried again, and what is around it stays", async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new Error("no network"))
    .mockRejectedValueOnce(new Error("no network"))
    .mockResolvedValue({ default: () => "the part" });
  const Part = part(load);
  await act(async () => {
    render(
      <>
        <p>around</p>
        <Suspense fallback="to come">
          <Part />
        </Suspense>
      </>,
    );
  });
  for (const tries of [1, 2]) {
    expect(load).toHaveBeenCalledTimes(tries);
    expect(screen.getByText("around")).toBeTruthy();
    expect(screen.getByText("to come")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(again));
  }
  expect(screen.getByText("the part")).toBeTruthy();
});
