import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../testing/shop";
import type { SheetRow } from "./api";
import { StockActions } from "./components/StockActions";
import type { SheetState } from "./components/useSheet";

afterEach(() => vi.unstubAllGlobals());

const row = { variant_id: "var_1", counted: true, available: 3 } as SheetRow;

function shown(typed: Record<string, string>, wrong?: { field: string; message: string }) {
  mockApi({});
  const put = vi.fn();
  const sheet = {
    text: (_: SheetRow, cell: string) => typed[cell] ?? "",
    wrong: () => wrong,
    put,
  } as unknown as SheetState;
  renderShop(<StockActions sheet={sheet} row={row} branch="br_1" name="Milk" may />, {
    at: "/prices",
    console: true,
  });
  return put;
}

test("a write-off of more than there is stands at its field, and nothing typed is lost", async () => {
  const put = shown({ written_off: "4" });
  fireEvent.click(await screen.findByRole("button", { name: "Write off: Milk" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
  const amount = dialog.getByRole("textbox", { name: /^Quantity/ });
  expect(amount.getAttribute("aria-invalid")).toBe("true");
  expect(dialog.getByText("Only 3 can be written off. Enter that or less.")).toBeTruthy();
  expect(dialog.getByText("Choose who bears the loss.")).toBeTruthy();
  expect(dialog.getByText("Write the reason.")).toBeTruthy();
  expect((amount as HTMLInputElement).value).toBe("4");
  expect(put).not.toHaveBeenCalled();
});
