import { act, waitFor } from "@testing-library/react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawn } from "../lib/drawn";
import { Later, later } from "./Later";

/** Reports to the observer that the part is near the screen. */
let come: () => void;
let root: Root | undefined;
const place = document.createElement("div");

beforeEach(() => {
  document.body.append(place);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => tell([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {
        come = () => {};
      }
    },
  );
});

afterEach(() => {
  act(() => root?.unmount());
  place.remove();
  drawn.set(false);
  vi.unstubAllGlobals();
});

const pressed = vi.fn();
const draws = vi.fn();

function Buttons() {
  draws();
  return (
    <>
      <a href="#there">There</a>
      <p>
        <button type="button">One</button>
        <button type="button" onClick={pressed}>
          Two
        </button>
      </p>
    </>
  );
}

/** Hydrates the server's markup. */
function hydrate(page: React.ReactElement) {
  const trouble = vi.fn();
  place.innerHTML = renderToString(page);
  drawn.set(true);
  draws.mockClear();
  pressed.mockClear();
  act(() => {
    root = hydrateRoot(place, page, { onRecoverableError: trouble });
  });
  drawn.set(false);
  return trouble;
}

const button = (name: string) =>
  [...place.querySelectorAll("button")].find((one) => one.textContent === name) as HTMLElement;

test("stays as the server drew it, undrawn, until it comes near", async () => {
  const trouble = hydrate(<Later>{() => <Buttons />}</Later>);
  const before = place.innerHTML;
  expect(before).toContain("Two");
  expect(draws).not.toHaveBeenCalled();
  await act(async () => come());
  expect(draws).toHaveBeenCalled();
  expect(place.innerHTML).toBe(before);
  act(() => button("Two").click());
  expect(pressed).toHaveBeenCalledOnce();
  expect(trouble).not.toHaveBeenCalled();
});

test("what is pressed or focused before is pressed or focused then", async () => {
  hydrate(<Later>{() => <Buttons />}</Later>);
  await act(async () => button("Two").click());
  expect(pressed).toHaveBeenCalledOnce();

  act(() => root?.unmount());
  hydrate(<Later>{() => <Buttons />}</Later>);
  const before = button("One");
  await act(async () => before.focus());
  expect(draws).toHaveBeenCalled();
  expect(before.isConnected).toBe(false);
  expect(document.activeElement).toBe(button("One"));
  expect(pressed).not.toHaveBeenCalled();
});

/** Simulates a press: mousedown, focus, mouseup, and a click if both were on the same element. */
async function press(name: string, meanwhile?: () => void) {
  const target = button(name);
  await act(async () => target.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  await act(async () => target.focus());
  await act(async () => meanwhile?.());
  await act(async () => {
    window.dispatchEvent(new MouseEvent("mouseup"));
    if (target.isConnected) target.click();
  });
}

test.each([
  ["as it is", undefined],
  ["while it comes near", () => come()],
])("a press is not lost between its down and its up, %s", async (_, meanwhile) => {
  hydrate(<Later>{() => <Buttons />}</Later>);
  await press("Two", meanwhile);
  expect(pressed).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button("Two"));
});

test("what comes near during a press that is let go elsewhere is drawn after it", async () => {
  hydrate(<Later>{() => <Buttons />}</Later>);
  await act(async () =>
    button("Two").dispatchEvent(new MouseEvent("mousedown", { bubbles: true })),
  );
  await act(async () => come());
  expect(draws).not.toHaveBeenCalled();
  window.dispatchEvent(new MouseEvent("mouseup"));
  await waitFor(() => expect(draws).toHaveBeenCalled());
  expect(pressed).not.toHaveBeenCalled();
});

test("a link is followed by itself", async () => {
  hydrate(<Later>{() => <Buttons />}</Later>);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  await act(async () => place.querySelector("a")?.dispatchEvent(click));
  expect(click.defaultPrevented).toBe(false);
  expect(draws).not.toHaveBeenCalled();
});

test("its code comes when it is near, and is tried again when it did not", async () => {
  const fetched = vi
    .fn<() => Promise<typeof Buttons>>()
    .mockRejectedValueOnce(new Error("no network"))
    .mockResolvedValue(Buttons);
  const Part = later(fetched);
  place.innerHTML = renderToString(
    <div>
      <Buttons />
    </div>,
  );
  drawn.set(true);
  act(() => {
    root = hydrateRoot(place, <Part />);
  });
  drawn.set(false);
  expect(fetched).not.toHaveBeenCalled();
  draws.mockClear();
  await act(async () => come());
  expect(draws).not.toHaveBeenCalled();
  expect(button("Two")).toBeDefined();
  await act(async () => come());
  expect(fetched).toHaveBeenCalledTimes(2);
  act(() => button("Two").click());
  expect(pressed).toHaveBeenCalledOnce();
});

test("on a page that the browser draws, it is there at once", async () => {
  const Part = later(async () => Buttons);
  await act(async () => {
    root = createRoot(place);
    root.render(<Part className="wide" />);
  });
  expect(button("Two")).toBeDefined();
  expect(place.firstElementChild?.className).toBe("wide");
});

test("without a network it is tried again by itself, and not once it is gone", async () => {
  vi.useFakeTimers();
  try {
    const fetched = vi
      .fn<() => Promise<typeof Buttons>>()
      .mockRejectedValueOnce(new Error("no network"))
      .mockResolvedValue(Buttons);
    const Part = later(fetched);
    await act(async () => {
      root = createRoot(place);
      root.render(<Part />);
    });
    expect(button("Two")).toBeUndefined();
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(button("Two")).toBeDefined();
    expect(fetched).toHaveBeenCalledTimes(2);

    // The load fails after the page was left.
    act(() => root?.unmount());
    let refuse = () => {};
    const never = vi.fn(
      () =>
        new Promise<typeof Buttons>((_, no) => {
          refuse = () => no(new Error("no network"));
        }),
    );
    const Gone = later(never);
    await act(async () => {
      root = createRoot(place);
      root.render(<Gone />);
    });
    act(() => root?.unmount());
    refuse();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(never).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
