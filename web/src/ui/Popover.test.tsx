import { fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Popover } from "./Popover";

function Why() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        Why?
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} label="How the fee is made">
        <p>Two kilometres</p>
      </Popover>
    </>
  );
}

test("it opens beside its button and closes by Escape", async () => {
  render(<Why />);
  fireEvent.click(screen.getByRole("button", { name: "Why?" }));
  const card = screen.getByRole("dialog", { name: "How the fee is made" });
  expect(card.textContent).toContain("Two kilometres");
  fireEvent.keyDown(card, { key: "Escape" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
