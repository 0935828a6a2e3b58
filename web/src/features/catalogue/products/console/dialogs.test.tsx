import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { SheetRow } from "./api";
import { CopyPrices } from "./components/CopyPrices";
import { FormulaDialog } from "./components/FormulaDialog";
import type { SheetState } from "./components/useSheet";

afterEach(() => vi.unstubAllGlobals());

const at = { at: "/prices", console: true };
const formOf = (field: HTMLElement) => field.closest("form") ?? document.createElement("form");

test("Enter takes what a formula makes into the sheet", async () => {
  mockApi({});
  const put = vi.fn();
  const sheet = { text: () => "100.00", put } as unknown as SheetState;
  renderShop(
    <FormulaDialog
      sheet={sheet}
      rows={[{ variant_id: "var_1", name: "Koshary" } as SheetRow]}
      branch="br_1"
      filter={{}}
    />,
    at,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Bulk price change" }));
  const by = await screen.findByLabelText(/^By/);
  fireEvent.submit(formOf(by));
  expect(put).not.toHaveBeenCalled();
  fireEvent.change(by, { target: { value: "10" } });
  fireEvent.submit(formOf(by));
  expect(put).toHaveBeenCalledWith([{ id: "var_1", changes: { price: "110" } }]);
});

test("a formula over all rows is tried as a file, narrowed as the sheet is", async () => {
  const calls = mockApi({ "POST /console/imports/formula": { id: "imp_1" } });
  const put = vi.fn();
  const sheet = { text: () => "100.00", put, changed: 0 } as unknown as SheetState;
  renderShop(
    <FormulaDialog
      sheet={sheet}
      rows={[{ variant_id: "var_1", name: "Koshary" } as SheetRow]}
      branch="br_1"
      filter={{ q: "rice" }}
    />,
    at,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Bulk price change" }));
  fireEvent.click(await screen.findByRole("radio", { name: /^All rows that match/ }));
  const by = await screen.findByLabelText(/^By/);
  fireEvent.change(by, { target: { value: "-2,5" } });
  fireEvent.submit(formOf(by));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(put).not.toHaveBeenCalled();
  expect(calls.at(-1)?.body).toEqual({
    q: "rice",
    branch_id: "br_1",
    cell: "price",
    kind: "percent",
    by: -250,
    round: "none",
  });
});

test("all rows are tried though none in sight can be changed, and never over what is typed", async () => {
  const calls = mockApi({ "POST /console/imports/formula": { id: "imp_1" } });
  const put = vi.fn();
  const dialog = (changed: number) => (
    <FormulaDialog
      sheet={{ text: () => "", put, changed } as unknown as SheetState}
      rows={[{ variant_id: "var_1", name: "Koshary" } as SheetRow]}
      branch="br_1"
      filter={{}}
    />
  );
  const { unmount } = renderShop(dialog(0), at);
  fireEvent.click(await screen.findByRole("button", { name: "Bulk price change" }));
  fireEvent.click(await screen.findByRole("radio", { name: /^All rows that match/ }));
  fireEvent.change(await screen.findByLabelText(/^By/), { target: { value: "5" } });
  fireEvent.submit(formOf(await screen.findByLabelText(/^By/)));
  await waitFor(() => expect(calls).toHaveLength(1));
  unmount();

  let type = () => {};
  function Typed() {
    const [changed, setChanged] = useState(0);
    type = () => setChanged(1);
    return dialog(changed);
  }
  renderShop(<Typed />, at);
  fireEvent.click(await screen.findByRole("button", { name: "Bulk price change" }));
  const all = await screen.findByRole<HTMLInputElement>("radio", { name: /^All rows that match/ });
  fireEvent.click(all);
  expect(all.checked).toBe(true);
  act(() => type());
  expect(all.checked).toBe(false);
  expect(all.disabled).toBe(true);
});

test("Enter copies the prices of the branch that is chosen", async () => {
  const calls = mockApi({ "POST /console/branches/br_1/prices/copy": {} });
  const done = vi.fn();
  renderShop(
    <CopyPrices branch="br_1" others={[{ id: "br_2", name: "Maadi" }]} onDone={done} />,
    at,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Copy from a branch" }));
  fireEvent.submit(formOf(await screen.findByRole("combobox")));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ from: "br_2", missing: true });
});

test("prices below cost are copied once somebody says so", async () => {
  const calls = mockApi({
    "POST /console/branches/br_1/prices/copy": ({ body }) => ({
      changed: 0,
      waiting: 0,
      below_cost: (body as { below_cost?: boolean }).below_cost ? 0 : 2,
    }),
  });
  const done = vi.fn();
  renderShop(
    <CopyPrices branch="br_1" others={[{ id: "br_2", name: "Maadi" }]} onDone={done} />,
    at,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Copy from a branch" }));
  fireEvent.submit(formOf(await screen.findByRole("combobox")));
  const keep = await screen.findByRole("button", { name: "Copy below cost" });
  expect(done).not.toHaveBeenCalled();
  fireEvent.click(keep);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => (body as { below_cost?: boolean }).below_cost)).toEqual([
    undefined,
    true,
  ]);
});
