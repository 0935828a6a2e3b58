import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MenuButton } from "./MenuButton";

async function open() {
  const onAction = vi.fn();
  render(
    <MenuButton
      label="More"
      iconOnly
      onAction={onAction}
      items={[
        { id: "print", label: "Print", icon: "print" },
        { id: "copy", label: "Copy", disabled: true },
        { id: "cancel", label: "Cancel it", icon: "close", danger: true },
      ]}
    />,
  );
  const button = screen.getByRole("button", { name: "More" });
  button.focus();
  fireEvent.click(button);
  return { onAction, button, menu: await screen.findByRole("menu", { name: "More" }) };
}

test("arrows walk over what can be done, Enter does it, and the menu is gone", async () => {
  const { onAction, menu } = await open();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Print" })),
  );
  fireEvent.keyDown(document.activeElement ?? menu, { key: "ArrowDown" });
  const cancel = screen.getByRole("menuitem", { name: "Cancel it" });
  expect(document.activeElement).toBe(cancel);
  fireEvent.keyDown(cancel, { key: "Enter" });
  fireEvent.keyUp(cancel, { key: "Enter" });
  await waitFor(() => expect(onAction).toHaveBeenCalledExactlyOnceWith("cancel"));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("Escape closes it and does nothing", async () => {
  const { onAction, button, menu } = await open();
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.keyDown(menu, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(onAction).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-expanded")).toBe("false");
});
