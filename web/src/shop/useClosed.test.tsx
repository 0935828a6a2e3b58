import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { useClosed } from "./useClosed";

const opens_at = "2026-11-26T07:00:00Z";

function Said({ of, named }: { of: Parameters<ReturnType<typeof useClosed>>[0]; named?: boolean }) {
  const closed = useClosed();
  return <p>{(named ? closed(of, "catalog:closed", "El Baraka") : closed(of)) ?? "open"}</p>;
}

test.each([
  ["an open one", { is_closed: false, opens_at }, /^open$/],
  ["closed by its hours", { is_closed: true, opens_at, closed_reason: "hours" }, /^Closed, opens /],
  [
    "paused, whatever its hours",
    { is_closed: true, opens_at, closed_reason: "paused" },
    /^Not taking orders now$/,
  ],
  ["without an hour", { is_closed: true, opens_at: null }, /^Not taking orders now$/],
])("%s", (_, of, said) => {
  renderShop(<Said of={of} />);
  expect(screen.getByText(said)).toBeTruthy();
});

test("said in the words of a page, by the same rule", () => {
  const { unmount } = renderShop(<Said named of={{ is_closed: true, opens_at }} />);
  expect(screen.getByText(/^El Baraka is closed, opens /)).toBeTruthy();
  unmount();
  renderShop(<Said named of={{ is_closed: true, opens_at, closed_reason: "switched" }} />);
  expect(screen.getByText("El Baraka is closed right now")).toBeTruthy();
});
