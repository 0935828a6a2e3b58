import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderShop } from "../../../../testing/shop";
import EmptyCartDialog from "./EmptyCartDialog";

test("asks in the specified words; the harmless answer has the focus", () => {
  const accept = vi.fn();
  const close = vi.fn();
  renderShop(<EmptyCartDialog accept={accept} close={close} />);
  expect(screen.getByRole("alertdialog", { name: "Empty Cart?" })).toBeTruthy();
  expect(
    screen.getByText(
      "There are items from different shop in your cart. Would you like to empty your cart to add this item?",
    ),
  ).toBeTruthy();
  // No second sentence contradicts the title: only the cart page mentions that the cart is kept.
  expect(screen.getByRole("alertdialog").querySelectorAll("p")).toHaveLength(1);
  const keep = screen.getByRole("button", { name: "Keep my cart" });
  expect(document.activeElement).toBe(keep);
  fireEvent.click(keep);
  expect(accept).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test("yes repeats the add, once, and closes", () => {
  const accept = vi.fn();
  const close = vi.fn();
  renderShop(<EmptyCartDialog accept={accept} close={close} />, { lang: "ar" });
  fireEvent.click(screen.getByRole("button", { name: "بدء سلة جديدة" }));
  expect(accept).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});
