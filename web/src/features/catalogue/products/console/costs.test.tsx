import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { SheetRow } from "./api";
import { SaveBar } from "./components/SaveBar";
import { Sheet } from "./components/Sheet";
import { useSheet } from "./components/useSheet";

afterEach(() => vi.unstubAllGlobals());

const row = {
  variant_id: "var_1",
  name: "Milk",
  variant: "",
  sku: "MILK",
  unit_grams: 0,
  state: "published",
  price: 20,
  offer_price: null,
  cost: 12.5,
  margin: 5.04,
  margin_share: 2873,
  sold: true,
  version: 1,
} as SheetRow;
const refusal = (message: string, field: string) => ({
  results: [{ variant_id: "var_1", ok: false, code: "x", field, message }],
  rows: [],
});

function Costs({ rows, untaxed = false }: { rows: readonly SheetRow[]; untaxed?: boolean }) {
  const sheet = useSheet("br_1", rows, () => {});
  return (
    <>
      <Sheet
        sheet={sheet}
        rows={rows}
        branch="br_1"
        stock={false}
        may
        costs={{ seen: true, may: true, untaxed }}
      />
      <button type="button" onClick={() => void sheet.save()}>
        Save
      </button>
    </>
  );
}

test("a margin belongs to its cost, and is gone while a price is typed over", async () => {
  mockApi({});
  renderShop(<Costs rows={[row]} />, { at: "/prices", console: true });
  const cost = await screen.findByLabelText(/^Milk: Cost/);
  const margin = screen.getByText(/^Margin EGP.5\.04 \(29%\)$/);
  expect(cost.getAttribute("aria-describedby")).toBe(margin.id);
  const price = screen.getByLabelText("Milk: Price");
  fireEvent.change(price, { target: { value: "15" } });
  expect(screen.queryByText(/^Margin/)).toBeNull();
  expect(cost.getAttribute("aria-describedby")).toBeNull();
  fireEvent.change(price, { target: { value: "20" } });
  expect(screen.queryByText(/^Margin/)).toBeTruthy();
});

test("of two refusals of one row the first is told, and both entries stay", async () => {
  const calls = mockApi({
    "PUT /console/branches/br_1/prices": refusal("Enter a price above 0.", "price"),
    "PUT /console/branches/br_1/costs": refusal("Set a price here first.", "cost"),
  });
  renderShop(<Costs rows={[{ ...row, price: null, cost: null, margin: null }]} />, {
    at: "/prices",
    console: true,
  });
  const price = await screen.findByLabelText<HTMLInputElement>("Milk: Price");
  const cost = screen.getByLabelText<HTMLInputElement>(/^Milk: Cost/);
  fireEvent.change(price, { target: { value: "1x" } });
  fireEvent.change(cost, { target: { value: "9" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a price above 0.");
  expect([price.value, cost.value]).toEqual(["1x", "9"]);
});

test("a shop that gets no VAT back is asked for what it pays", async () => {
  mockApi({});
  renderShop(<Costs rows={[row]} untaxed />, { at: "/prices", console: true });
  expect(await screen.findByLabelText("Milk: Cost, including VAT")).toBeTruthy();
  expect(screen.queryByLabelText("Milk: Cost, excluding VAT")).toBeNull();
});

test("a price below cost is saved once somebody says so", async () => {
  const refused = {
    ...refusal("This is below what it costs.", "price").results[0],
    code: "below_cost",
  };
  const taken = { variant_id: "var_1", ok: true, code: "", field: "", message: "" };
  const calls = mockApi({
    "PUT /console/branches/br_1/prices": ({ body }) => ({
      results: [(body as { below_cost?: boolean }).below_cost ? taken : refused],
      rows: [],
    }),
  });
  function Prices() {
    const sheet = useSheet("br_1", [row], () => {});
    const costs = { seen: true, may: true, untaxed: false };
    return (
      <>
        <Sheet sheet={sheet} rows={[row]} branch="br_1" stock={false} may costs={costs} />
        <SaveBar sheet={sheet} />
      </>
    );
  }
  renderShop(<Prices />, { at: "/prices", console: true });
  fireEvent.change(await screen.findByLabelText("Milk: Price"), { target: { value: "10" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This is below what it costs.")).toBeTruthy();
  const keep = screen.getByRole("button", { name: "Save below cost" });
  fireEvent.click(keep);
  await waitFor(() => expect(keep.isConnected).toBe(false));
  expect(calls.map(({ body }) => (body as { below_cost?: boolean }).below_cost)).toEqual([
    undefined,
    true,
  ]);
});
