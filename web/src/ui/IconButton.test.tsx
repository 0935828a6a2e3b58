import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { IconButton } from "./IconButton";

function Heart() {
  const [liked, setLiked] = useState(false);
  return <IconButton icon="heart" label="Keep" pressed={liked} onClick={() => setLiked(!liked)} />;
}

test("a switch with a picture says whether it is on", () => {
  render(<Heart />);
  const heart = screen.getByRole("button", { name: "Keep" });
  expect(heart.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(heart);
  expect(heart.getAttribute("aria-pressed")).toBe("true");
});

test("the corner number is for the eye; the label carries it for the ear", () => {
  render(<IconButton icon="cart" label="Cart, 3 things" badge="3" />);
  expect(screen.getByRole("button", { name: "Cart, 3 things" }).textContent).toBe("3");
});
