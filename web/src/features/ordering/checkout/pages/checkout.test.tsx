import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Coupon } from "../../../../api/types";
import { closeDialog, dialogStore } from "../../../../lib/dialogs";
import { acceptTerms } from "../../../../shop/cart/terms";
import { quotationSource } from "../../../../shop/checkoutSource";
import { aSummary } from "../../../../testing/cart";
import { anAddress, aQuote } from "../../../../testing/checkout";
import { coupon } from "../../../../testing/promo";
import { type Answer, type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import { openAttempt } from "../attempt";
import { emptyDraft, type FilledQuote } from "../model";
import { keepDraft } from "../useDraft";
import page, { Checkout } from "./checkout";

const { Component } = page;
const order = { id: "ord_1", number: "W-1", status: "pending" };
const placed = { order, payment: { state: "due", redirect_url: null } };

beforeEach(() => {
  acceptTerms("1");
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

async function open(
  place: Answer | ((call: Call) => Answer) = placed,
  quote: FilledQuote | ((call: Call) => Answer) = aQuote(),
  coupons: readonly Coupon[] = [],
) {
  const calls = mockApi({
    "GET /carts": [aSummary()],
    "GET /checkout": quote,
    "POST /checkout": place,
    "GET /orders": [{ id: "ord_9" }],
    "GET /districts": [],
    "GET /coupons": coupons,
  });
  const shown = renderShop(<Component />, { at: "/checkout?service_id=svc_grocery" });
  await screen.findByRole("complementary", { name: "Your order" });
  const places = () => calls.filter(({ method }) => method === "POST");
  return { ...shown, calls, places };
}

/** The buttons of wide screens and of phones: jsdom shows both. */
const press = (name: RegExp) => {
  const button = screen.getAllByRole("button", { name })[0];
  if (!button) throw new Error(`no button ${name}`);
  fireEvent.click(button);
};

test("places a cash order with one key and goes to it", async () => {
  const { places, where } = await open();
  press(/^Place order · EGP.135/);
  await waitFor(() => expect(where()).toBe("/account/my-orders/ord_1"));
  expect(places()[0]?.body).toEqual({
    service_id: "svc_grocery",
    address_id: "adr_1",
    payment_method: "cod",
    promised_at: "2026-11-20T10:40:00Z",
    accept_terms: true,
    terms_version: "1",
    expected_total: 135,
  });
  expect(places()[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(openAttempt("svc_grocery")).toBeNull();
});

test("the time it says moves on with the clock, and is the one that is ordered", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let promised_at = "2026-11-20T10:40:00Z";
    const { places } = await open(placed, () =>
      aQuote({ times: { ...aQuote().times, now: { available: true, promised_at, label: "" } } }),
    );
    promised_at = "2026-11-20T10:41:00Z";
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    press(/^Place order/);
    await waitFor(() => expect(places()[0]?.body).toMatchObject({ promised_at }));
  } finally {
    vi.useRealTimers();
  }
});

test("the button says what is still to be paid, or that nothing is", async () => {
  const { client } = await open(placed, aQuote({ due: 19.36 }));
  expect(screen.getAllByRole("button", { name: /^Place order · EGP.19\.36/ })).not.toHaveLength(0);
  client.clear();
  cleanup();
  mockApi({
    "GET /carts": [aSummary()],
    "GET /checkout": aQuote({ due: 0 }),
    "GET /districts": [],
  });
  renderShop(<Component />, { at: "/checkout?service_id=svc_grocery" });
  expect(
    await screen.findAllByRole("button", { name: "Place order · nothing to pay" }),
  ).not.toHaveLength(0);
});

test("another address is picked: the quote is asked for it, and the order goes there", async () => {
  const both = [anAddress(), anAddress({ id: "adr_2", type: "work", name: "", is_default: false })];
  const { calls, places } = await open(placed, ({ path }) =>
    aQuote({
      addresses: both,
      address: both[path.includes("address_id=adr_2") ? 1 : 0] ?? anAddress(),
    }),
  );
  fireEvent.click(screen.getByRole("radio", { name: /^Work/ }));
  await waitFor(() =>
    expect(calls.some(({ path }) => path.includes("address_id=adr_2"))).toBe(true),
  );
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Work/ }).checked).toBe(true),
  );
  press(/^Place order/);
  await waitFor(() => expect(places()[0]?.body).toMatchObject({ address_id: "adr_2" }));
});

test("no answer: the next press repeats the same order with the same key", async () => {
  let tries = 0;
  const { places, where } = await open(() => {
    tries += 1;
    return tries === 1 ? new Error("no network") : placed;
  });
  press(/^Place order/);
  expect(await screen.findByText("No response received from server.")).toBeTruthy();
  expect(openAttempt("svc_grocery")).not.toBeNull();
  press(/^Place order/);
  await waitFor(() => expect(where()).toBe("/account/my-orders/ord_1"));
  const [first, second] = places();
  expect(second?.headers["Idempotency-Key"]).toBe(first?.headers["Idempotency-Key"]);
  expect(second?.body).toEqual(first?.body);
});

test("a changed total is shown and agreed to anew, with another key", async () => {
  let total = 135;
  const quote = () => aQuote({ totals: { ...aQuote().totals, total }, due: total });
  const { places } = await open(
    ({ body }) => {
      if ((body as { expected_total: number }).expected_total === 150) return placed;
      total = 150;
      return refused(400, { code: "price_changed", message: "The total is now EGP 150." });
    },
    () => quote(),
  );
  press(/^Place order/);
  expect(await screen.findByText("The total has changed")).toBeTruthy();
  expect(screen.getByText(/It was EGP.135 and is now EGP.150/)).toBeTruthy();
  press(/^Place order · EGP.150/);
  await waitFor(() => expect(places().length).toBe(2));
  expect(places()[1]?.headers["Idempotency-Key"]).not.toBe(places()[0]?.headers["Idempotency-Key"]);
});

test("a cart that was ordered already leads to its order", async () => {
  const { where } = await open(refused(409, { code: "already_ordered", message: "…" }));
  press(/^Place order/);
  await waitFor(() => expect(where()).toBe("/account/my-orders/ord_9"));
});

test("a quotation that was ordered already leads to its own order, not to the newest", async () => {
  mockApi({
    "GET /carts": [],
    "GET /checkout": aQuote(),
    "POST /checkout": refused(409, { code: "already_ordered", message: "…" }),
    "GET /orders": [{ id: "ord_9" }],
    "GET /districts": [],
    "GET /quotations/qtn_1": { id: "qtn_1", order_id: "ord_3" },
  });
  const { where } = renderShop(<Checkout service={quotationSource("qtn_1")} />, {
    at: "/account/quotations/qtn_1",
  });
  await screen.findByRole("heading", { name: "Payment method" });
  press(/^Place order/);
  await waitFor(() => expect(where()).toBe("/account/my-orders/ord_3"));
});

test("while it is closed the first hour is chosen, and goes with the order", async () => {
  const { places } = await open(
    placed,
    aQuote({ times: { now: null, slots: aQuote().times.slots } }),
  );
  // Once the sums for that hour have arrived.
  await waitFor(() => {
    if (places().length === 0) press(/^Place order/);
    expect(places()[0]?.body).toMatchObject({ slot_id: "s1" });
  });
});

test("an order for later is not sent at once", async () => {
  const { places } = await open();
  fireEvent.click(screen.getByRole("radio", { name: /Schedule/ }));
  // Once the sums for that hour have arrived.
  await waitFor(() => {
    if (places().length === 0) press(/^Place order/);
    expect(places()[0]?.body).toMatchObject({ slot_id: "s1" });
  });
});

test("what is missing is said in its place and nothing is sent", async () => {
  acceptTerms("");
  // The chosen hour no longer exists.
  keepDraft("svc_grocery", { ...emptyDraft, slot: "gone" }, "");
  const { places } = await open(
    placed,
    aQuote({ times: { now: null, slots: aQuote().times.slots } }),
  );
  press(/^Place order/);
  expect(await screen.findByText("Choose a delivery time.")).toBeTruthy();
  expect(
    screen.getAllByText("The privacy and terms policy must be accepted in the cart."),
  ).not.toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText("Time"));
  expect(places()).toEqual([]);
});

const couponLine = () => screen.getByRole("button", { name: /^Coupon / });
const withCoupon = (discount: number, problem: string | null = null) => {
  const { cart, totals } = aQuote();
  return aQuote({
    cart: { ...cart, coupon_code: "SAVE10", coupon_problem: problem },
    totals: { ...totals, coupon_discount: discount },
  });
};

test("a coupon is a line, whose press brings the cart's own field; applied, it folds with what it takes off", async () => {
  let quote = aQuote();
  await open(placed, () => quote);
  expect(couponLine().textContent).toContain("No coupon");
  mockApi({
    "GET /checkout": () => quote,
    "GET /coupons": [],
    "POST /add_coupon": () => {
      quote = withCoupon(12);
      return { qty: 1, order: { coupon_code: "SAVE10" } };
    },
  });
  fireEvent.click(couponLine());
  const field = await screen.findByRole("textbox", { name: "Coupon code" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: "save10" } });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(couponLine().textContent).toMatch(/SAVE10 · EGP.12 off/));
  // The focus moves once the line is rendered.
  await waitFor(() => expect(document.activeElement).toBe(couponLine()));
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

const ten: Coupon = { ...coupon, applied: false, missing: null, problem: null, saves: 12 };

test("the line of a cart without a coupon says what one would save", async () => {
  await open(placed, aQuote(), [ten]);
  await waitFor(() => expect(couponLine().textContent).toMatch(/Save EGP.12 with a coupon/));
  expect(couponLine().textContent).not.toContain("No coupon");
});

test("a coupon that does not hold stands open with the reason", async () => {
  await open(placed, withCoupon(0, "It ended yesterday."));
  expect(await screen.findByText("It ended yesterday.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Coupon / })).toBeNull();
});

test("an agreed price takes no coupon", async () => {
  mockApi({ "GET /checkout": aQuote(), "GET /districts": [] });
  renderShop(<Checkout service={quotationSource("quo_1")} />, { at: "/quotations/quo_1" });
  await screen.findByRole("heading", { name: "Payment method" });
  expect(screen.queryByRole("button", { name: /^Coupon / })).toBeNull();
});

test("what was accepted in the cart is not asked again after a reload, nor in another tab", async () => {
  // Another page of the same browser has a separate session storage and a separate store.
  sessionStorage.clear();
  vi.resetModules();
  const { termsStore: afterwards } = await import("../../../../shop/cart/terms");
  expect(afterwards.get()).toBe("1");
  const { places } = await open();
  expect(screen.queryByRole("checkbox", { name: /privacy policy/ })).toBeNull();
  press(/^Place order/);
  await waitFor(() => expect(places()[0]?.body).toMatchObject({ terms_version: "1" }));
});

test("what an earlier order accepted is not asked again until it changes", async () => {
  acceptTerms("");
  let version = "1";
  const { places } = await open(
    ({ body }) => {
      if ((body as { terms_version: string }).terms_version === "2") return placed;
      version = "2";
      return refused(422, { errors: { accept_terms: ["The policies have changed."] } });
    },
    () => aQuote({ terms_version: version, terms_accepted: version === "1" }),
  );
  expect(screen.queryByRole("checkbox", { name: /privacy policy/ })).toBeNull();
  press(/^Place order/);
  const [box] = await screen.findAllByRole("checkbox", { name: /privacy policy/ });
  expect(screen.getAllByText("The policies have changed.")).not.toEqual([]);
  press(/^Place order/);
  expect(places().length).toBe(1);
  fireEvent.click(box as HTMLElement);
  press(/^Place order/);
  await waitFor(() => expect(places().length).toBe(2));
  expect(places()[1]?.body).toMatchObject({ terms_version: "2" });
});

test.each<Record<string, string[]>>([
  { accept_terms: ["Accept the policies."] }, // the quote still says that they were
  { note: ["Too long!"], basket: ["Accept the policies."] },
])("a refused field that the page does not draw is said beside the button", async (errors) => {
  await open(refused(422, { errors }), aQuote({ terms_accepted: true }));
  press(/^Place order/);
  expect(await screen.findAllByText("Accept the policies.")).not.toEqual([]);
});

test("a refused field keeps what was typed and says why", async () => {
  await open(refused(422, { errors: { note: ["Too long! The maximum character is 500"] } }));
  const note = screen.getByLabelText(/^Note/);
  fireEvent.change(note, { target: { value: "The bell does not ring" } });
  press(/^Place order/);
  expect(await screen.findByText("Too long! The maximum character is 500")).toBeTruthy();
  expect((screen.getByLabelText(/^Note/) as HTMLTextAreaElement).value).toBe(
    "The bell does not ring",
  );
});

test("a 400 about another branch shows nothing and asks whether to empty the cart", async () => {
  closeDialog();
  const message = "Your cart holds items of a different branch.";
  await open(refused(400, { message, code: "different_branch" }));
  press(/^Place order/);
  await waitFor(() => expect(dialogStore.get()?.name).toBe("emptyCart"));
  expect(screen.queryByText(message)).toBeNull();
  closeDialog();
});

test("a tip is asked for with the next quote", async () => {
  const { calls } = await open();
  fireEvent.click(screen.getByRole("button", { name: /^EGP.10$/ }));
  await waitFor(() => expect(calls.at(-1)?.path).toContain("tip=10"));
});

test("a try of before that nobody answered can be found out about", async () => {
  sessionStorage.setItem(
    "checkout_attempt:svc_grocery",
    JSON.stringify({ key: "k".repeat(32), body: { service_id: "svc_grocery" } }),
  );
  const { places, where } = await open();
  press(/^Check order$/);
  await waitFor(() => expect(where()).toBe("/account/my-orders/ord_1"));
  expect(places()[0]?.headers["Idempotency-Key"]).toBe("k".repeat(32));
  expect(places()[0]?.body).toEqual({ service_id: "svc_grocery" });
});

test("a guest is asked to sign in, unless the shop takes orders that a call confirms", async () => {
  const calls = mockApi({
    "GET /remote-config/order-by-call": { open: false, most: 1000, currency: "EGP", minutes: 60 },
  });
  renderShop(<Component />, { at: "/checkout", scope: { session: "" } });
  expect(await screen.findByRole("button", { name: /^Sign in/ })).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(["/remote-config/order-by-call"]);
});

test("what is collected is ordered without an address and without a tip", async () => {
  const pickup = {
    branch: { id: "brn_1", slug: "souq-maadi", name: "Souq, Maadi" },
    address: "12 Road 9",
    lat: 29.96,
    lng: 31.25,
    minutes: 20,
  };
  const { calls, places } = await open(placed, ({ path }) =>
    aQuote(
      path.includes("fulfilment=pickup")
        ? { pickup, fulfilment: "pickup", address: null, addresses: [] }
        : { pickup },
    ),
  );
  fireEvent.click(screen.getByRole("radio", { name: /^Pickup/ }));
  await waitFor(() => expect(calls.at(-1)?.path).toContain("fulfilment=pickup"));
  expect(await screen.findByText("12 Road 9")).toBeTruthy();
  expect(screen.queryByText("Tip")).toBeNull();
  press(/^Place order/);
  await waitFor(() => expect(places().length).toBe(1));
  expect(places()[0]?.body).toEqual({
    service_id: "svc_grocery",
    fulfilment: "pickup",
    payment_method: "cod",
    promised_at: "2026-11-20T10:40:00Z",
    accept_terms: true,
    terms_version: "1",
    expected_total: 135,
  });
});

test("a branch that stopped handing over at its counter says so", async () => {
  const { places } = await open(placed, ({ path }) =>
    path.includes("fulfilment=pickup")
      ? aQuote({
          fulfilment: "pickup",
          problems: [{ code: "no_pickup", message: "This order cannot be collected." }],
        })
      : aQuote({
          pickup: {
            branch: { id: "brn_1", slug: "souq-maadi", name: "Souq, Maadi" },
            address: "12 Road 9",
            lat: 29.96,
            lng: 31.25,
            minutes: 20,
          },
        }),
  );
  fireEvent.click(screen.getByRole("radio", { name: /^Pickup/ }));
  expect(await screen.findByText("Pickup isn't available here. Choose delivery.")).toBeTruthy();
  press(/^Place order/);
  expect(places()).toEqual([]);
});

test.each([
  ["none", []],
  ["a parked one alone", [aSummary({ parked: true })]],
])("with no cart but %s nobody is asked what it costs", async (_, carts) => {
  const calls = mockApi({
    "GET /carts": carts,
    "GET /checkout": refused(400, { code: "empty_cart", message: "Your cart is empty" }),
  });
  renderShop(<Component />, { at: "/checkout?service_id=svc_grocery" });
  expect(await screen.findByText("Add what you need from a branch near you.")).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(["/carts"]);
});

test("an empty cart leads to the one of another service that has something", async () => {
  const food = { id: "svc_food", slug: "food", name: "Food" };
  mockApi({ "GET /carts": [aSummary({ service: food })] });
  renderShop(<Component />, { at: "/checkout?service_id=svc_grocery" });
  const link = await screen.findByRole("link", { name: "View your other cart" });
  expect(link.getAttribute("href")).toBe("/cart");
  expect(screen.queryByText("Add what you need from a branch near you.")).toBeNull();
});

test("too many unpaid orders lead to where one can be paid or cancelled", async () => {
  await open(refused(400, { code: "unpaid_orders", message: "You already have 2 orders." }));
  press(/^Place order/);
  expect(await screen.findByText("You already have 2 orders.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "My orders" }).getAttribute("href")).toBe(
    "/account/my-orders",
  );
});

test("a step with an answer is a line on a phone; change unfolds it, folds the others, and done folds it", async () => {
  await open();
  const line = (name: RegExp) => screen.queryByRole("button", { name });
  expect(line(/^Deliver to Home, 12 Road 9, Maadi Change$/)).toBeTruthy();
  expect(line(/^When As soon as possible, by .+ Change$/)).toBeTruthy();
  expect(line(/^For the courier Tip\s· Note Add$/)).toBeTruthy();
  press(/^Payment method Cash on delivery Change$/);
  expect(line(/^Payment method/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /^Cash/ }));
  press(/^Deliver to/);
  expect(line(/^Deliver to/)).toBeNull();
  expect(line(/^Payment method/)).toBeTruthy();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
  expect(line(/^Done: Deliver to$/)?.getAttribute("aria-expanded")).toBe("true");
  press(/^Done: Deliver to$/);
  expect(document.activeElement).toBe(line(/^Deliver to/));
});

test("the cash one pays with is asked inside the choice of cash, not under the card", async () => {
  await open();
  const after = (one: Element, other: Element) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const field = screen.getByLabelText(/^I'll pay with/);
  expect(after(screen.getByRole("radio", { name: /^Cash/ }), field)).toBe(true);
  expect(after(field, screen.getByRole("radio", { name: /^Card/ }))).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: /^Card/ }));
  expect(screen.queryByLabelText(/^I'll pay with/)).toBeNull();
});

test("what was typed stands on the line of its step", async () => {
  await open();
  fireEvent.change(screen.getByLabelText(/^I'll pay with/), { target: { value: "٢٠٠" } });
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: "Call on arrival" } });
  fireEvent.click(screen.getByRole("button", { name: /^EGP.10$/ }));
  expect(screen.getByRole("button", { name: /I'll pay with: EGP.200 Change$/ })).toBeTruthy();
  expect(
    await screen.findByRole("button", { name: /Tip: EGP.10, Call on arrival Change$/ }),
  ).toBeTruthy();
});

test("a step in which something is missing or wrong is open, and stays so once it is right", async () => {
  const { places } = await open();
  fireEvent.change(screen.getByLabelText(/^I'll pay with/), { target: { value: "20" } });
  expect(screen.getByRole("button", { name: /^Payment method/ })).toBeTruthy();
  press(/^Place order/);
  expect(await screen.findByText("That's less than the total.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Payment method/ })).toBeNull();
  await waitFor(() => expect(document.activeElement?.id).toBe(screen.getByLabelText(/^I'll/).id));
  fireEvent.change(screen.getByLabelText(/^I'll pay with/), { target: { value: "200" } });
  expect(screen.queryByRole("button", { name: /^Payment method/ })).toBeNull();
  expect(places()).toEqual([]);
});

test("a time that must be chosen is open from the start", async () => {
  await open(placed, aQuote({ times: { now: null, slots: aQuote().times.slots } }));
  expect(screen.queryByRole("button", { name: /^When / })).toBeNull();
  expect(screen.getByRole("button", { name: /^Payment method/ })).toBeTruthy();
});

test("at a door that is not delivered to, nothing is promised and no cash is asked for", async () => {
  await open(
    placed,
    aQuote({
      problems: [{ code: "not_delivered", message: "We Don't Deliver To Your Location" }],
      unreached: ["adr_1"],
    }),
  );
  // An order outside the delivery area has no total to agree to, and the address step shows the reason.
  expect(screen.queryByRole("button", { name: /^Place order/ })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Choose another address" }).length).toBeGreaterThan(
    0,
  );
  expect(screen.getByText("This branch doesn't deliver here")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Deliver to / })).toBeNull();
  expect(screen.queryByText(/cash/i)).toBeNull();
  expect(screen.queryByRole("heading", { name: /^(When|Payment method)$/ })).toBeNull();
  // Only the items: the delivery fee is not known.
  expect(screen.getByRole("link", { name: /Items EGP.120$/ })).toBeTruthy();
});

test("the head says how much of what for how much, and leads to the summary", async () => {
  const { container } = await open();
  const line = screen.getByRole("link", { name: /^Souq 1 item Total EGP.135$/ });
  expect(container.querySelector(line.getAttribute("href") ?? "")).toBe(
    screen.getByRole("complementary", { name: "Your order" }),
  );
});

test("while no address says what delivery costs, it is not said to be free", async () => {
  const { cart } = aQuote();
  await open(
    placed,
    aQuote({
      addresses: [],
      address: null,
      cart: { ...cart, branch: cart.branch && { ...cart.branch, delivers: null } },
      steps: [
        { code: "items", label: "Items", amount: 40 },
        { code: "delivery", label: "Delivery", amount: 0 },
        { code: "total", label: "Total", amount: 40 },
      ],
      problems: [{ code: "address_required", message: "Choose a delivery address." }],
    }),
  );
  expect(screen.getByRole("link", { name: /^Souq 1 item Items EGP.40$/ })).toBeTruthy();
  expect(screen.getByText("Add an address so we can deliver your order.")).toBeTruthy();
  expect(screen.queryByText("Free")).toBeNull();
});

test("a note on what is ordered stands in the summary", async () => {
  const { cart } = aQuote();
  const items = cart.items.map((item) => ({ ...item, note: "no onions" }));
  await open(placed, aQuote({ cart: { ...cart, items } }));
  expect(screen.getByRole("complementary", { name: "Your order" }).textContent).toContain(
    "no onions",
  );
});

test("a cart below its minimum leads on to the branch, and cannot be ordered", async () => {
  const quote = aQuote({
    can_place: false,
    problems: [{ code: "below_minimum", message: "Add EGP 60" }],
  });
  const { places } = await open(placed, {
    ...quote,
    cart: { ...quote.cart, missing_to_minimum: 60 },
  });
  const [link] = screen.getAllByRole("link", { name: /^Add EGP.60 more to check out/ });
  expect(link?.getAttribute("href")).toBe(`/branches/${quote.cart.branch?.id}`);
  expect(screen.queryByRole("button", { name: /^Place order/ })).toBeNull();
  expect(places()).toEqual([]);
});

test("while an address is typed in, its fields say what is missing and nothing else does", async () => {
  await open(placed, aQuote({ addresses: [], address: null }));
  await screen.findByRole("textbox", { name: /Street/ });
  press(/^Place order/);
  expect((await screen.findAllByText("This field is required")).length).toBeGreaterThan(0);
  expect(screen.queryByText("Choose a delivery address.")).toBeNull();
});

const areas = ["maadi", "zamalek"].map((id) => ({
  id,
  slug: id,
  name: id === "maadi" ? "Maadi" : "Zamalek",
  lat: 30,
  lng: 31.2,
  served: true,
  outline: [],
}));

/** The checkout of a customer without an address; `saved` is the quote for the address that is filled in. */
async function withoutAddress(saved: Partial<FilledQuote>) {
  const calls = mockApi({
    "GET /carts": [aSummary()],
    "GET /checkout": ({ path }) =>
      path.includes("address_id=adr_1") ? aQuote(saved) : aQuote({ addresses: [], address: null }),
    "POST /checkout": placed,
    "POST /addresses": anAddress(),
    "GET /districts": areas,
    [`GET /branches/${aQuote().cart.branch?.id}`]: { zones: [{ district: { id: "maadi" } }] },
    "GET /coupons": [],
  });
  const shown = renderShop(<Component />, { at: "/checkout?service_id=svc_grocery" });
  const street = await screen.findByRole("textbox", { name: /Street/ });
  await screen.findByRole("option", { name: "Zamalek (no delivery)" });
  fireEvent.change(street, { target: { value: "Road 9" } });
  fireEvent.change(screen.getByRole("textbox", { name: /Building/ }), { target: { value: "12" } });
  return { ...shown, calls };
}

test("of the areas of a new address those come first that the branch delivers to, and no other is saved", async () => {
  const { calls } = await withoutAddress({});
  const options = screen.getAllByRole<HTMLOptionElement>("option");
  expect(options.map(({ text, disabled }) => [text, disabled])).toEqual([
    ["Choose an area", true],
    ["Maadi", false],
    ["Zamalek (no delivery)", true],
  ]);
  // However it was chosen.
  fireEvent.change(screen.getByRole("combobox", { name: /Area/ }), {
    target: { value: "zamalek" },
  });
  press(/^Place order/);
  expect(
    await screen.findByText("This branch doesn't deliver there. Choose another area."),
  ).toBeTruthy();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
});

test("an address that turns out not to be delivered to is said once, and the shop stays where it was", async () => {
  const { calls } = await withoutAddress({
    problems: [{ code: "outside_zone", message: "Outside the zone." }],
    unreached: ["adr_1"],
    totals: { ...aQuote().totals, total: 120 },
  });
  fireEvent.change(screen.getByRole("combobox", { name: /Area/ }), { target: { value: "maadi" } });
  press(/^Place order/);
  expect(
    (await screen.findAllByRole("button", { name: /Choose another address/ })).length,
  ).not.toBe(0);
  await screen.findByText(/We Don.t Deliver To Your Location. Choose another/);
  expect(screen.queryByText(/The total for this address/)).toBeNull();
  expect(calls.filter(({ method, path }) => method === "POST" && path === "/checkout")).toEqual([]);
  expect(document.cookie).not.toContain("selected_address");
});
