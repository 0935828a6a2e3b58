import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { MoveButtons } from "./MoveButtons";
import { moved } from "./pictures/model";

function Rows() {
  const [rows, setRows] = useState(["Thin", "Thick", "Filled"]);
  return (
    <ul>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not saved have no other name.
        <li key={at}>
          <b>{row}</b>
          <MoveButtons
            at={at}
            count={rows.length}
            what={row}
            onMove={(to) => setRows(moved(rows, at, to))}
          />
        </li>
      ))}
    </ul>
  );
}

const order = () =>
  screen.getAllByRole("listitem").map((one) => one.querySelector("b")?.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const focused = (name: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(name));

test("a row is moved on by pressing again, and the focus stays with it", async () => {
  renderShop(<Rows />, { console: true });
  press("Move Thin down");
  expect(order()).toEqual(["Thick", "Thin", "Filled"]);
  await focused("Move Thin down");
  press("Move Thin down");
  expect(order()).toEqual(["Thick", "Filled", "Thin"]);
  // It is the last row now: it can only move up.
  await focused("Move Thin up");
  press("Move Thin down");
  expect(order()).toEqual(["Thick", "Filled", "Thin"]);
});
