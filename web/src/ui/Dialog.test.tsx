import { act, fireEvent, render, screen } from "@testing-library/react";
import { lazy, Suspense, useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";

const Dialog = lazy(() => import("./Dialog"));

function Shop({ dismissable = true }: { dismissable?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose a place</Button>
      <Suspense>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Where to?"
          closeLabel="Close"
          dismissable={dismissable}
        >
          <input aria-label="Street" />
        </Dialog>
      </Suspense>
    </>
  );
}

async function open(dismissable = true) {
  render(<Shop dismissable={dismissable} />);
  // The part arrives while the page is already in use.
  await act(() => vi.dynamicImportSettled());
  const button = screen.getByRole("button", { name: "Choose a place" });
  button.focus();
  fireEvent.click(button);
  return { button, dialog: await screen.findByRole("dialog", { name: "Where to?" }) };
}

test("it takes the focus, closes by Escape, and gives the focus back", async () => {
  const { button, dialog } = await open();
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(dialog, { key: "Escape" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});

test("its cross closes it, and the page behind cannot be reached meanwhile", async () => {
  await open();
  expect(screen.queryByRole("button", { name: "Choose a place" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what must be answered has no way round", async () => {
  const { dialog } = await open(false);
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(screen.getByRole("dialog")).toBe(dialog);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});
