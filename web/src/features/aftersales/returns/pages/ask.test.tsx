import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLocation } from "../../../../lib/history";
import { PageProvider, usePage } from "../../../../lib/page";
import { pageQuery } from "../../../../lib/parameters";
import { testFrame } from "../../../../testing/framed";
import { aReturnable } from "../../../../testing/returns";
import { type Answer, mockApi, noon, renderShop } from "../../../../testing/shop";
import page from "./ask";

const { Component } = page;
const asks = "GET /orders/ord_1/returnable";
const at = { at: "/account/my-orders/return/ord_1", params: { id: "ord_1" } };

/** Renders the page again for each step in its URL. */
function Followed() {
  const { search } = useLocation();
  return (
    <PageProvider value={{ ...usePage(), query: pageQuery(search) }}>
      <Component />
    </PageProvider>
  );
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

testFrame({
  Component,
  ...at,
  answers: { [asks]: aReturnable() },
  asks,
  loading: "Loading",
  failed: "We couldn't load the items you can return",
  found: "Rice",
});

function open(answer: Answer) {
  const calls = mockApi({ [asks]: answer });
  const shown = renderShop(<Component />, at);
  return { ...shown, calls };
}

test("nothing can be given back: why, and the way to the order", async () => {
  open(aReturnable({ can_return: false, why_not: "The time for returns is over." }));
  expect(await screen.findByText("The time for returns is over.")).toBeTruthy();
  expect(
    screen.getByRole("heading", { name: "Nothing in this order can be returned" }),
  ).toBeTruthy();
});

test("a return asked for before is led to", async () => {
  const before = { id: "ret_1", number: "R-1", state: "requested", state_label: "Asked for" };
  open(aReturnable({ can_return: false, why_not: "Everything is on its way.", returns: [before] }));
  await screen.findByText("Everything is on its way.");
  const to = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(to.some((href) => href?.includes("ret_1"))).toBe(true);
});

test("what could come back is asked for: the title says so, and why the rest stays", async () => {
  const before = { id: "ret_1", number: "R-1", state: "requested", state_label: "Asked for" };
  const items = aReturnable().items.map((line) => ({ ...line, left: 0, reasons: [] }));
  open(aReturnable({ can_return: false, why_not: "The rest stays.", returns: [before], items }));
  expect(
    await screen.findByRole("heading", { name: "Everything that could be returned already is" }),
  ).toBeTruthy();
  expect(screen.getByText("The rest stays.")).toBeTruthy();
});

test("what cannot come back is counted as the order counts it", async () => {
  const items = aReturnable().items.flatMap((line) => [
    line,
    { ...line, line_id: "lin_2", qty: 3, left: 3, reasons: [], why_not: "Perishable." },
  ]);
  open(aReturnable({ items }));
  expect(await screen.findByText("3 items can't be returned")).toBeTruthy();
});

test("the bar says how much is chosen until the refund is known", async () => {
  open(aReturnable());
  const bar = within(await screen.findByRole("region", { name: "Return steps" }));
  expect(bar.queryByText("1 item")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  expect(bar.getByText("1 item")).toBeTruthy();
});

test("what the step still lacks is said before it is asked to go on, and is nothing in the end", async () => {
  open(aReturnable());
  const bar = within(await screen.findByRole("region", { name: "Return steps" }));
  const next = bar.getByRole("button", { name: "Next" });
  const lack = () => {
    const id = next.getAttribute("aria-describedby");
    return id === null ? null : document.getElementById(id)?.textContent;
  };
  expect(lack()).toBe("Choose at least one item to return.");
  fireEvent.click(next);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Return Rice" })),
  );
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  expect(lack()).toBe("Choose a reason");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  expect(lack()).toBeNull();
});

test("nothing chosen, or without a reason: said in its place, and the step stays", async () => {
  const { where } = open(aReturnable());
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Choose at least one item to return.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  // The reason's field appeared after the press: it has no error yet.
  expect(screen.getByRole("combobox").getAttribute("aria-invalid")).not.toBe("true");
  expect(screen.queryByText("This field is required")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("This field is required")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox")));
  expect(where()).toBe(at.at);
});

test("the refund is asked for once, whatever is written in the comment", async () => {
  const preview = "POST /orders/ord_1/return/preview";
  const calls = mockApi({ [asks]: aReturnable(), [preview]: { total: 31, currency: "EGP" } });
  renderShop(<Component />, at);
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  expect(await screen.findByText(/31/)).toBeTruthy();
  const comment = screen.getByRole("textbox");
  fireEvent.change(comment, { target: { value: "Too sweet" } });
  fireEvent.change(comment, { target: { value: "x".repeat(201) } });
  expect(await screen.findByText(/^Too long/)).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/31/)).toBeTruthy());
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    {
      items: [{ line_id: "lin_1", qty: 1, reason_id: "changed_mind" }],
      refund_to: "wallet",
    },
  ]);
});

const slot = (id: string, day: string) => ({
  id,
  from: `2026-11-${day}T10:00:00Z`,
  to: `2026-11-${day}T12:00:00Z`,
  label: "",
});
const preview = "POST /orders/ord_1/return/preview";
const refund = {
  total: 35,
  currency: "EGP",
  lines: [{ line_id: "lin_1", refund: 35 }],
  steps: [{ code: "total", label: "You get back", amount: 35, detail: "" }],
  parts: [],
};

test("an item goes back in three steps, its way, place and time chosen already", async () => {
  const calls = mockApi({
    [asks]: aReturnable({ slots: [slot("s1", "27"), slot("s2", "28")] }),
    [preview]: refund,
    "POST /returns": {
      id: "ret_1",
      number: "R-1",
      refund,
      next: "We'll answer before your pickup time: tomorrow, 12:00–15:00.",
      pickup: { label: "Tomorrow, 12:00–15:00" },
    },
  });
  const { where } = renderShop(<Followed />, at);
  const next = () => fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  next();
  const title = await screen.findByRole("heading", { level: 2, name: "Refund and pickup" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Wallet/ }).checked).toBe(true);
  next();
  await screen.findByRole("heading", { level: 2, name: "Review your return" });
  expect(
    within(screen.getByRole("navigation", { name: "Return steps" })).getAllByRole("listitem"),
  ).toHaveLength(3);
  fireEvent.click(await screen.findByRole("button", { name: "Request return" }));
  expect(await screen.findByText("Tomorrow, 12:00–15:00")).toBeTruthy();
  expect(document.body.textContent).toContain("We'll answer before your pickup time");
  await screen.findByRole("heading", { level: 2, name: "Return requested" });
  expect(where()).toContain("return=ret_1");
  expect(calls.filter(({ path }) => path === "/returns").map(({ body }) => body)).toEqual([
    {
      order_id: "ord_1",
      items: [{ line_id: "lin_1", qty: 1, reason_id: "changed_mind" }],
      refund_to: "wallet",
      address_id: "order",
      slot_id: "s1",
      expected_refund: 35,
    },
  ]);
  expect(sessionStorage.getItem("return_draft:ord_1")).toBeNull();
});

test("the value of points already spent stands in the summary before anything is sent", async () => {
  const detail = "Earned with this order and already used.";
  mockApi({
    [asks]: aReturnable({ slots: [slot("s1", "27")] }),
    [preview]: {
      ...refund,
      total: 31.5,
      steps: [
        { code: "points", label: "Points already spent", amount: -3.5, detail },
        { code: "total", label: "You get back", amount: 31.5, detail: "" },
      ],
    },
  });
  renderShop(<Followed />, at);
  fireEvent.click(await screen.findByRole("button", { name: "Return Rice" }));
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("heading", { level: 2, name: "Refund and pickup" });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Points already spent")).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
  expect(document.body.textContent).toMatch(/[-−]\s?(EGP\s)?3\.50/);
});

test("a day that begins a line begins with a capital", async () => {
  const tomorrow = new Date(noon + 86_400_000).toISOString().slice(8, 10);
  const later = new Date(noon + 2 * 86_400_000).toISOString().slice(8, 10);
  mockApi({
    [asks]: aReturnable({ slots: [slot("s1", tomorrow), slot("s2", later)] }),
    [preview]: refund,
  });
  renderShop(<Followed />, at);
  fireEvent.click(await screen.findByRole("button", { name: "Return Rice" }));
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("button", { name: /^Tomorrow \d+ \w+$/ })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText(/^Tomorrow, /)).toBeTruthy();
});

test("photos are asked for by the reasons that need them, and can be added to the others", async () => {
  const reasons = ["changed_mind", "damaged"];
  const { items, reasons: known } = aReturnable();
  open(
    aReturnable({
      items: items.map((line) => ({ ...line, reasons })),
      reasons: known.flatMap((one) => [
        one,
        { ...one, id: "damaged", name: "It is damaged", needs_photo: true },
      ]),
    }),
  );
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  const folded = () =>
    screen.getByText("Photos").closest<HTMLDetailsElement>("details")?.open === false;
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  expect(folded()).toBe(true);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "damaged" } });
  expect(folded()).toBe(false);
  expect(screen.getByText("Please add a photo. It's needed for this reason.")).toBeTruthy();
  // Pressing the button moves the focus to the incomplete field.
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("file"));
});

test("a line says how many of it are left, where some came back before", async () => {
  const { items } = aReturnable();
  open(aReturnable({ items: items.map((line) => ({ ...line, left: 1 })) }));
  expect(await screen.findByText("You can return up to 1.")).toBeTruthy();
});

test("what an account lacks is said at its field, which gets the focus", async () => {
  const bank = { id: "bank" as const, label: "Bank transfer", needs_bank: true, note: "" };
  mockApi({
    [asks]: aReturnable({ slots: [slot("s1", "27")], methods: [...aReturnable().methods, bank] }),
    [preview]: refund,
  });
  sessionStorage.setItem(
    "return_draft:ord_1",
    JSON.stringify({ refundTo: "bank", items: { lin_1: { qty: 1, reason: "changed_mind" } } }),
  );
  renderShop(<Component />, { ...at, at: `${at.at}?step=refund` });
  const iban = await screen.findByRole("textbox", { name: /IBAN/ });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(document.activeElement).toBe(iban));
  expect(screen.getAllByText("This field is required")).toHaveLength(2);
});
