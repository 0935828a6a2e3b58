import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastRegion } from "./ToastRegion";
import { createToasts } from "./toasts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setup(props: { stacked?: boolean } = {}) {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} label="Messages" closeLabel="Put away" {...props} />);
  return { toasts, region: screen.getByRole("region", { name: "Messages" }) };
}

test("a message is read politely and goes by itself", () => {
  const { toasts, region } = setup();
  expect(region.getAttribute("aria-live")).toBe("polite");
  act(() => {
    toasts.show({ text: "Saved", tone: "success" });
  });
  expect(region.textContent).toContain("Saved");
  act(() => {
    vi.advanceTimersByTime(6_000);
  });
  expect(region.textContent).toBe("");
});

test("what was done can be undone, and time waits while somebody reaches for it", () => {
  const { toasts, region } = setup();
  const onPress = vi.fn();
  act(() => {
    toasts.show({ text: "Taken away", action: { label: "Undo", onPress } });
  });
  const undo = screen.getByRole("button", { name: "Undo" });
  fireEvent.focus(undo);
  act(() => {
    vi.advanceTimersByTime(60_000);
  });
  fireEvent.click(undo);
  expect(onPress).toHaveBeenCalledOnce();
  expect(region.textContent).toBe("");
});

test("the same message twice is one", () => {
  const { toasts } = setup();
  act(() => {
    toasts.show({ text: "No connection", duration: 0 });
    toasts.show({ text: "No connection", duration: 0 });
  });
  expect(screen.getAllByText("No connection")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Put away" }));
  expect(screen.queryByText("No connection")).toBeNull();
});

test("what was pressed stays free: toasts move under the header when they would cover it", () => {
  const { toasts, region } = setup();
  const pressed = document.body.appendChild(document.createElement("button"));
  const at = vi.spyOn(pressed, "getBoundingClientRect");
  const toast = new DOMRect(0, 600, 300, 60);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(toast);
  const stands = (top: number, left = 0) => {
    at.mockReturnValue(new DOMRect(left, top, 40, 40));
    act(() => {
      toasts.show({ text: `Added at ${left} ${top}` });
    });
    return region.className.includes("top-[") ? "high" : "low";
  };
  Object.defineProperty(region, "offsetHeight", { value: 60 });
  pressed.focus();
  expect(stands(window.innerHeight - 150)).toBe("high");
  expect(stands(100)).toBe("low");
  expect(stands(window.innerHeight - 150, 400)).toBe("low");
  // In the bar at the bottom itself: toasts appear above it.
  expect(stands(window.innerHeight - 60)).toBe("low");
  pressed.remove();
  expect(stands(window.innerHeight - 150)).toBe("low");
});

test("the way to what it tells of is a link", () => {
  const { toasts } = setup();
  act(() => {
    toasts.show({ text: "Added", link: { label: "View cart", to: "/cart" } });
  });
  expect(screen.getByRole("link", { name: "View cart" }).getAttribute("href")).toContain("/cart");
});
