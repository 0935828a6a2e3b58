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

test("says that it is loading and cannot be pressed twice", () => {
  render(
    <LoadMore to="/list?page=2" label="More" loadingLabel="Loading" loading onMore={vi.fn()} />,
  );
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("Loading")).not.toBeNull();
});
