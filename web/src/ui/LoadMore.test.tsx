import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LoadMore } from "./LoadMore";

test("is a real link to the next page that loads it in place", () => {
  const more = vi.fn();
  render(
    <LoadMore
      to="/list?page=2"
      label="More"
      loadingLabel="Loading"
      loading={false}
      onMore={more}
    />,
  );
  const link = screen.getByRole("link", { name: "More" });
  expect(link.getAttribute("href")).toBe("/list?page=2");
  expect(fireEvent.click(link)).toBe(false);
  expect(more).toHaveBeenCalledOnce();
});

test("says that it is loading, cannot be pressed twice and keeps the focus", () => {
  const more = vi.fn();
  const end = (loading: boolean) => (
    <LoadMore
      to="/list?page=2"
      label="More"
      loadingLabel="Loading"
      loading={loading}
      onMore={more}
    />
  );
  const { rerender } = render(end(false));
  screen.getByRole("link", { name: "More" }).focus();
  rerender(end(true));
  const link = screen.getByRole("link", { name: "Loading" });
  expect(document.activeElement).toBe(link);
  expect(fireEvent.click(link)).toBe(false);
  expect(more).not.toHaveBeenCalled();
});

test("what failed is said and tried again by a press, not by lying near", () => {
  let seen = 0;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly near: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        seen++;
        this.near([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  const more = vi.fn();
  const end = (failed?: string) => (
    <LoadMore
      to="/list?page=2"
      label="More"
      loadingLabel="Loading"
      loading={false}
      {...(failed ? { failed } : {})}
      onMore={more}
    />
  );
  const { rerender } = render(end());
  expect(seen).toBe(1);
  expect(more).toHaveBeenCalledTimes(1);
  rerender(end("It did not come."));
  expect(screen.getByRole("alert").textContent).toBe("It did not come.");
  expect(seen).toBe(1);
  fireEvent.click(screen.getByRole("link", { name: "More" }));
  expect(more).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});

test("pressed from the keyboard, the focus goes to the first of what came", () => {
  const page = (shown: number, last: boolean) => (
    <div>
      <ul>
        {Array.from({ length: shown }, (_, place) => `Thing ${place}`).map((name) => (
          <li key={name}>
            <a href="/thing">{name}</a>
          </li>
        ))}
      </ul>
      {!last && (
        <LoadMore
          to={`/list?page=${shown}`}
          label="More"
          loadingLabel="Loading"
          loading={false}
          onMore={() => {}}
        />
      )}
    </div>
  );
  const { rerender } = render(page(2, false));
  for (const [shown, last] of [
    [4, false],
    [6, true],
  ] as const) {
    const link = screen.getByRole("link", { name: "More" });
    link.focus();
    fireEvent.click(link);
    rerender(page(shown, last));
    expect(document.activeElement?.textContent).toBe(`Thing ${shown - 2}`);
  }
});
