import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import type { ConsoleQuotation } from "./api";
import { Proposal } from "./components/Proposal";

const quotation = {
  id: "quo_1",
  currency: "EGP",
  shelf: [{ id: "qln_1", qty: 20, shelf_price: 45, product: { name: "Koshary" } }],
  proposal: {
    id: "qpr_1",
    by: "Mai",
    lines: [{ id: "qln_1", unit_price: 1 }],
    delivery_price: 10,
    total: 30,
    below: 880,
    alone: 500,
    valid_days: 7,
    note: "For the school",
    at: "2026-11-19T10:00:00Z",
    can_decide: true,
    why_not: "",
    declined_by: null,
    declined_why: "",
  },
} as unknown as ConsoleQuotation;
const decide = "POST /console/quotations/quo_1/decide";

afterEach(() => vi.unstubAllGlobals());

function draw(changes: Partial<NonNullable<ConsoleQuotation["proposal"]>>, answer?: Answer) {
  const calls = mockApi({ [decide]: answer ?? quotation });
  const proposal = quotation.proposal && { ...quotation.proposal, ...changes };
  renderShop(<Proposal quotation={{ ...quotation, proposal }} />, { console: true });
  return () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
}

test("the second person sees what it gives and sends it", async () => {
  const sent = draw({});
  expect(screen.getByText(/EGP 880 below regular prices/)).toBeTruthy();
  expect(screen.getByText("For the school")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Approve and send" }));
  await waitFor(() => expect(sent()).toEqual([{ proposal: "qpr_1", approve: true, note: "" }]));
});

test("or declines it and says why; a refusal is said, and what was typed stays", async () => {
  const sent = draw({}, refused(409, { code: "decided_already", message: "Decided meanwhile." }));
  fireEvent.change(screen.getByLabelText(/Why are you declining/), {
    target: { value: "Too low" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Decline the offer" }));
  expect(await screen.findByText("Decided meanwhile.")).toBeTruthy();
  expect(sent()).toEqual([{ proposal: "qpr_1", approve: false, note: "Too low" }]);
  expect(screen.getByDisplayValue("Too low")).toBeTruthy();
});

test("who made it waits, and is told when it was declined", () => {
  draw({ can_decide: false });
  expect(screen.getByText(/can approve it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve and send" })).toBeNull();
});

test("a declined one says by whom and why", () => {
  draw({ can_decide: false, declined_by: "Farid", declined_why: "Too low" });
  expect(screen.getByText(/Farid declined/)).toBeTruthy();
  expect(screen.getByText("Too low")).toBeTruthy();
});
