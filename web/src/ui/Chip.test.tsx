import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Chip } from "./Chip";

test("a filter is a link that says when it is chosen", () => {
  render(<Chip label="In stock" to="?in_stock=1" selected count="24" />);
  const chip = screen.getByRole("link", { name: "In stock 24" });
  expect(chip.getAttribute("href")).toBe("?in_stock=1");
  expect(chip.getAttribute("aria-current")).toBe("true");
});

test("without an address it is a switch", () => {
  const onPress = vi.fn();
  render(<Chip label="10:00" onPress={onPress} />);
  const chip = screen.getByRole("button", { name: "10:00", pressed: false });
  fireEvent.click(chip);
  expect(onPress).toHaveBeenCalledOnce();
});
