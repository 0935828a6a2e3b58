import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../../testing/framed";
import { aQuotation } from "../../../../testing/quotations";
import { type Answer, mockApi, outOfSight, refused, renderShop } from "../../../../testing/shop";
import page from "./quotation";

const { Component } = page;
const at = { at: "/quotations/quo_1", params: { id: "quo_1" } };
const answers = { "GET /quotations/quo_1": aQuotation() };

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers,
  asks: "GET /quotations/quo_1",
  loading: "Loading your quotations",
  failed: "We couldn't load your quotation",
  found: "Offer made",
});

async function open(changes: Record<string, Answer> = {}) {
  const calls = mockApi({ ...answers, ...changes });
  renderShop(<Component />, at);
  await screen.findByRole("region", { name: "Your reply" });
  return { sent: () => calls.filter(({ method }) => method === "POST") };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("what was asked for, at the shelf's price struck through and the offered one", async () => {
  await open();
  const line = screen.getByRole("link", { name: "Rice" }).closest("li");
  expect(line?.textContent).toMatch(/40 × EGP.30/);
  expect(line?.querySelector("s")?.textContent).toMatch(/^EGP.35$/);
  expect(line?.textContent).toMatch(/EGP.1,200$/);
});

test.each([
  ["to be saved until it is ordered", null, /^You'll save.*200/],
  ["saved once it is", "ord_1", /^You saved.*200/],
])("what an offer takes off is %s, said once", async (_, order_id, said) => {
  const quotation = aQuotation({ order_id });
  const steps = [
    { code: "items", label: "Items", amount: 1400 },
    { code: "offer", label: "Offer", amount: -200 },
    { code: "total", label: "Total", amount: 1200 },
  ];
  mockApi({
    ...answers,
    "GET /quotations/quo_1": { ...quotation, offer: { ...quotation.offer, steps } },
  });
  renderShop(<Component />, at);
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getAllByText(/^You.*save.*200/)).toHaveLength(1);
});

test("an offer that ended saves nothing: its total is struck through", async () => {
  const ended = aQuotation({ state: "declined", can_accept: false, can_order: false });
  const steps = [
    { code: "items", label: "Items", amount: 1400 },
    { code: "offer", label: "Offer", amount: -200 },
    { code: "total", label: "Total", amount: 1200 },
  ];
  mockApi({ ...answers, "GET /quotations/quo_1": { ...ended, offer: { ...ended.offer, steps } } });
  renderShop(<Component />, at);
  const total = await screen.findByText("Total");
  expect(total.closest("div")?.querySelector("s")?.textContent).toMatch(/1,200$/);
  expect(screen.queryByText(/^You.*save/)).toBeNull();
});

test("an answer of nobody yet has no price", async () => {
  const waiting = aQuotation({ state: "requested", state_label: "Waiting", offer: null });
  await open({
    "GET /quotations/quo_1": {
      ...waiting,
      can_accept: false,
      items: waiting.items.map((item) => ({ ...item, unit_price: null, line_total: null })),
    },
  });
  expect(screen.getByText("The branch is preparing your prices")).toBeTruthy();
  expect(screen.getByText("40 units")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept offer" })).toBeNull();
});

test("on a phone an offer out of sight is accepted at the foot, with its total", async () => {
  outOfSight();
  const { sent } = await open({
    "POST /quotations/quo_1/accept": aQuotation({ can_accept: false }),
  });
  const bar = await screen.findByRole("region", { name: "Offer total" });
  expect(bar.textContent).toMatch(/^EGP.1,200Accept offer$/);
  fireEvent.click(within(bar).getByRole("button"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ path: "/quotations/quo_1/accept", body: { version: 1 } });
});

test("what refused an offer at the foot is said there", async () => {
  outOfSight();
  await open({ "POST /quotations/quo_1/accept": refused(400) });
  const bar = await screen.findByRole("region", { name: "Offer total" });
  fireEvent.click(within(bar).getByRole("button"));
  await waitFor(() => expect(within(bar).getByRole("alert")).toBeTruthy());
});

test("a change is asked for in words", async () => {
  const asked = aQuotation({
    state: "change_requested",
    state_label: "Change asked for",
    can_accept: false,
    can_change: false,
  });
  const { sent } = await open({ "POST /quotations/quo_1/change": asked });
  press("Request a change");
  press("Send");
  expect(await screen.findByText("This field is required")).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/What would you like to change/), {
    target: { value: "Fifty, please" },
  });
  press("Send");
  expect(await screen.findByText("Change asked for")).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ version: 1, note: "Fifty, please" });
});

test("an offer that cannot be taken any more says so and shows what there is now", async () => {
  const { sent } = await open({
    "POST /quotations/quo_1/accept": refused(400, { message: "The offer has expired." }),
  });
  press("Accept offer");
  expect(await screen.findByText("The offer has expired.")).toBeTruthy();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ version: 1 });
});
