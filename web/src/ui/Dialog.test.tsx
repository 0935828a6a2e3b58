import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { screen as shown } from "../lib/screen";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { ToastRegion } from "./ToastRegion";
import { createToasts } from "./toasts";

function Shop({ dismissable = true }: { dismissable?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose a place</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Where to?"
        closeLabel="Close"
        dismissable={dismissable}
      >
        <input aria-label="Street" />
        <input type="file" aria-label="Photo" />
      </Dialog>
    </>
  );
}

function open(dismissable = true) {
  render(<Shop dismissable={dismissable} />);
  const button = screen.getByRole("button", { name: "Choose a place" });
  button.focus();
  fireEvent.click(button);
  return { button, dialog: screen.getByRole("dialog", { name: "Where to?" }) };
}

// The browser itself makes everything behind the dialog unreachable; e2e/location.spec.ts checks that.
test("it takes the focus, closes by Escape, and gives the focus back", () => {
  const { button, dialog } = open();
  expect(dialog.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Street" }), { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Street" })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("taken away while it stands, it gives the focus back too", () => {
  const before = render(<Button>Menu</Button>);
  screen.getByRole("button", { name: "Menu" }).focus();
  const shown = render(
    <Dialog open onClose={() => {}} title="Where to?" closeLabel="Close">
      Maadi
    </Dialog>,
  );
  shown.unmount();
  expect(before.container.contains(document.activeElement)).toBe(true);
});

test("its body is as tall as its content up to the dialog's maximum", () => {
  const { dialog } = open();
  // WebKit takes flex-1's basis of 0 % as no height in a dialog whose height is its content's.
  expect(dialog.querySelector(".overflow-y-auto")?.className).toMatch(/\bflex-auto\b/);
  expect(dialog.innerHTML).not.toMatch(/min-h-0 flex-1/);
});

test("the page behind it stands still until it goes", () => {
  const root = document.documentElement;
  const { dialog } = open();
  expect(root.hasAttribute("data-modal")).toBe(true);
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(root.hasAttribute("data-modal")).toBe(false);
});

test("what asks for the focus has it", () => {
  render(
    <Dialog open onClose={() => {}} title="Sure?" closeLabel="Close">
      <Button>Yes</Button>
      <Button autoFocus>No</Button>
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "No" }));
});

test("its cross closes it", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("it is out of sight at once, and closed when that is on the screen", () => {
  let rest = () => {};
  const after = vi.spyOn(shown, "after").mockImplementation((run) => {
    rest = run;
  });
  const { dialog } = open();
  const cross = screen.getByRole("button", { name: "Close" });
  fireEvent.click(cross);
  fireEvent.click(cross);
  expect(after).toHaveBeenCalledTimes(1);
  expect(dialog.dataset.leaving).toBe("");
  expect(screen.getByRole("dialog")).toBe(dialog);
  act(() => rest());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(dialog.dataset.leaving).toBeUndefined();
});

test("a press outside closes it, one that began inside does not", () => {
  const { dialog } = open();
  fireEvent.mouseDown(screen.getByRole("textbox", { name: "Street" }));
  fireEvent.click(dialog);
  expect(screen.getByRole("dialog")).toBe(dialog);
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a phone's way back closes it, a file chooser that is left does not", () => {
  const { dialog } = open();
  fireEvent(screen.getByLabelText("Photo"), new Event("cancel", { bubbles: true }));
  expect(screen.getByRole("dialog")).toBe(dialog);
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what must be answered has no way round", () => {
  const { dialog } = open(false);
  fireEvent.keyDown(dialog, { key: "Escape" });
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(screen.getByRole("dialog")).toBe(dialog);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  // A browser may close the dialog anyway.
  (dialog as HTMLDialogElement).open = false;
  fireEvent(dialog, new Event("close"));
  expect(screen.getByRole("dialog")).toBe(dialog);
});

test("messages appear in the upper dialog, and stay when it goes", () => {
  const toasts = createToasts();
  const both = (upper: boolean) => (
    <>
      <ToastRegion toasts={toasts} label="Messages" closeLabel="Put away" />
      <Dialog open onClose={() => {}} title="Sign in" closeLabel="Close">
        <Dialog open={upper} onClose={() => {}} title="Where to?" closeLabel="Close">
          …
        </Dialog>
      </Dialog>
    </>
  );
  const { rerender, unmount } = render(both(true));
  act(() => {
    toasts.show({ text: "Sent", tone: "success", duration: 0 });
  });
  const inside = (title: string) =>
    within(screen.getByRole("dialog", { name: title })).queryAllByText("Sent").length;
  expect(inside("Where to?")).toBe(1);
  rerender(both(false));
  expect(inside("Sign in")).toBe(1);
  rerender(<ToastRegion toasts={toasts} label="Messages" closeLabel="Put away" />);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getAllByText("Sent")).toHaveLength(1);
  unmount();
});
