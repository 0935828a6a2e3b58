import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { TextArea } from "./TextArea";

function Note() {
  const [note, setNote] = useState("");
  return (
    <TextArea
      label="Note"
      hint="For the courier"
      value={note}
      onValueChange={setNote}
      maxLength={200}
      used={`${note.length} of 200`}
    />
  );
}

test("what is written is counted where the limit matters", () => {
  render(<Note />);
  const note = screen.getByRole("textbox", { name: "Note" });
  fireEvent.change(note, { target: { value: "Ring twice" } });
  expect(document.getElementById(note.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "For the courier10 of 200",
  );
});
