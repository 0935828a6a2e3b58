import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";

function ask() {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Empty it?"
      text="There are other things in it."
      confirmLabel="Empty it"
      cancelLabel="Keep them"
      onConfirm={onConfirm}
      onCancel={onCancel}
      danger
    />,
  );
  return { onConfirm, onCancel };
}

test("the harmless answer has the focus, and each answer is given once", () => {
  const { onConfirm, onCancel } = ask();
  expect(screen.getByRole("alertdialog", { name: "Empty it?" })).toBeTruthy();
  const keep = screen.getByRole("button", { name: "Keep them" });
  expect(document.activeElement).toBe(keep);
  fireEvent.click(screen.getByRole("button", { name: "Empty it" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();
});

test("Escape is the harmless answer", () => {
  const { onConfirm, onCancel } = ask();
  fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" });
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});
