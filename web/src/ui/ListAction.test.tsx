import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ListAction } from "./ListAction";

test("leads somewhere, or does something", () => {
  const press = vi.fn();
  render(
    <>
      <ListAction icon="phone" to="tel:+20225190000">
        Call
      </ListAction>
      <ListAction icon="refresh" onPress={press}>
        Again
      </ListAction>
    </>,
  );
  expect(screen.getByRole("link", { name: "Call" }).getAttribute("href")).toBe("tel:+20225190000");
  fireEvent.click(screen.getByRole("button", { name: "Again" }));
  expect(press).toHaveBeenCalledOnce();
});
