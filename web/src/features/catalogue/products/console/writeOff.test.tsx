import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { SheetRow } from "./api";
import { StockActions } from "./components/StockActions";
import type { SheetState } from "./components/useSheet";

afterEach(() => vi.unstubAllGlobals());

const row = { variant_id: "var_1", counted: true, available: 3 } as SheetRow;

function shown(typed: Record<string, string>, one = row, me: Record<string, unknown> = {}) {
  mockApi({ "GET /console/me": me });
  const put = vi.fn();
  const sheet = {
    text: (_: SheetRow, cell: string) => typed[cell] ?? "",
    wrong: () => undefined,
    put,
  } as unknown as SheetState;
  renderShop(<StockActions sheet={sheet} row={one} branch="br_1" name="Milk" may />, {
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
  expect(dialog.getByText("Enter a reason.")).toBeTruthy();
  expect((amount as HTMLInputElement).value).toBe("4");
  expect(put).not.toHaveBeenCalled();
});

test("an entry clears what was wrong at its own field alone", async () => {
  shown({ written_off: "4" });
  fireEvent.click(await screen.findByRole("button", { name: "Write off: Milk" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
  fireEvent.change(dialog.getByRole("textbox", { name: /^Quantity/ }), { target: { value: "3" } });
  expect(dialog.queryByText("Only 3 can be written off. Enter that or less.")).toBeNull();
  expect(dialog.getByText("Choose who bears the loss.")).toBeTruthy();
  expect(dialog.getByText("Enter a reason.")).toBeTruthy();
});

test("people limited to branches charge no loss to the marketplace", async () => {
  const offered = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Write off: Milk" }));
    const dialog = within(await screen.findByRole("dialog"));
    const choice = dialog.getByRole("combobox", { name: /^Charge the loss to/ });
    return within(choice)
      .getAllByRole("option")
      .map((one) => one.textContent);
  };
  shown({}, row, { all_branches: false });
  expect(await offered()).toEqual(["Choose", "Branch", "Customer", "Supplier"]);
  cleanup();
  shown({}, row, { all_branches: true });
  await waitFor(async () => expect(await offered()).toContain("Company"));
  expect(await offered()).toContain("Courier");
});

test("where nothing is left, that is said", async () => {
  shown({ written_off: "1" }, { ...row, available: 0 });
  fireEvent.click(await screen.findByRole("button", { name: "Write off: Milk" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
  expect(dialog.getByText("There's nothing left to write off.")).toBeTruthy();
});

test("of several refused rows the first opens its dialog", async () => {
  mockApi({});
  let refuse = () => {};
  function Rows() {
    const [wrong, setWrong] = useState<{ field: string; message: string }>();
    refuse = () => setWrong({ field: "note", message: "Write why." });
    const sheet = {
      text: () => "",
      wrong: () => wrong,
      firstWrong: wrong && "var_1",
    } as unknown as SheetState;
    return ["var_1", "var_2"].map((id) => (
      <StockActions
        key={id}
        sheet={sheet}
        row={{ ...row, variant_id: id }}
        branch="br_1"
        name={id}
        may
      />
    ));
  }
  renderShop(<Rows />, { at: "/prices", console: true });
  await screen.findByRole("button", { name: "Write off: var_1" });
  act(() => refuse());
  const dialogs = await screen.findAllByRole("dialog");
  expect(dialogs).toHaveLength(1);
  expect(within(dialogs[0] as HTMLElement).getByText("Write why.")).toBeTruthy();
  expect(screen.getByRole("dialog", { name: "Write off: var_1" })).toBeTruthy();
});
