import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BottomBar, BottomStack, createBottomStack } from "./BottomBar";

const bar = <BottomBar label="Cart">3 things</BottomBar>;

test("it stays with its page where there is no stack", () => {
  const { container } = render(bar);
  expect(container.contains(screen.getByRole("region", { name: "Cart" }))).toBe(true);
});

test("it is drawn in the stack, and not before that stands", () => {
  const stack = document.body.appendChild(document.createElement("div"));
  const place = createBottomStack();
  render(<BottomStack value={place}>{bar}</BottomStack>);
  expect(screen.queryByRole("region")).toBeNull();
  act(() => place.set(stack));
  expect(stack.contains(screen.getByRole("region", { name: "Cart" }))).toBe(true);
  stack.remove();
});
