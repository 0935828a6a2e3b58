import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Order } from "../../../../api/types";
import { closeDialog, dialogStore } from "../../../../lib/dialogs";
import { aShopOrder } from "../../../../testing/orders";
import { aReturnable } from "../../../../testing/returns";
import {
  type Answer,
  mockApi,
  noon,
  onePage,
  refused,
  renderShop,
  type ShopOptions,
} from "../../../../testing/shop";
import page from "./order";

const { Component } = page;

// Only the date is fixed: timers run normally.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  closeDialog();
});

/** The stream is refused, as by a proxy that blocks it: the page polls instead. */
function open(
  order: Order | (() => Answer),
  options: ShopOptions = {},
  answers: Record<string, Answer> = {},
) {
  const calls = mockApi({
    "GET /orders/ord_1": order,
    "GET /orders/ord_1/events": refused(400),
    "POST /orders/ord_1/pay": { redirect_url: "#gateway" },
    "GET /tickets": onePage([]),
    ...answers,
  });
  const shown = renderShop(<Component />, {
    at: "/account/my-orders/ord_1",
    params: { id: "ord_1" },
    ...options,
  });
  return { ...shown, calls };
}

test("tells where it is, when it comes, who brings it and the code for the door", async () => {
  open(aShopOrder());
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("On its way");
  expect(screen.getByText(/^Arriving in 25 minutes, by 12:25.PM$/)).toBeTruthy();
  const door = screen.getByRole("region", { name: "When it arrives" });
  expect(door.textContent).toContain("0421");
  expect(door.textContent).toContain("Samir");
  expect(door.textContent).toContain("Have EGP\u00a0135 ready");
  const steps = within(screen.getByRole("list", { name: "Order status" })).getAllByRole("listitem");
  expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([null, "step", null]);
  expect(screen.getByRole("link", { name: "Call branch" }).getAttribute("href")).toBe(
    "tel:+20225190000",
  );
});

const late = aShopOrder({ promised_at: new Date(noon - 14 * 60_000).toISOString() });

test("a late order says when it is expected now, and makes nothing up", async () => {
  const soon = new Date(noon + 10 * 60_000).toISOString();
  const { unmount } = open({ ...late, expected_at: soon });
  expect(await screen.findByText(/^Expected 12:10.PM, was 11:46.AM$/)).toBeTruthy();
  expect(screen.getByText("We're sorry: your order is 14 minutes late.")).toBeTruthy();
  unmount();
  // The expected time stays during its minute, until the next estimate arrives.
  const { unmount: leave } = open({ ...late, expected_at: new Date(noon).toISOString() });
  expect(await screen.findByText(/^Expected 12:00.PM, was 11:46.AM$/)).toBeTruthy();
  leave();
  // The expected time has passed, too.
  open({ ...late, expected_at: late.promised_at });
  expect(await screen.findByText("We don't have a new time yet")).toBeTruthy();
  expect(screen.getByText(/late\. It was due 11:46.AM\.$/)).toBeTruthy();
});

test("an order that will be late says so before it is", async () => {
  const inTime = aShopOrder({ promised_at: new Date(noon + 9 * 60_000).toISOString() });
  open({ ...inTime, expected_at: new Date(noon + 25 * 60_000).toISOString() });
  expect(await screen.findByText(/^Expected 12:25.PM, was 12:09.PM$/)).toBeTruthy();
  expect(screen.getByText("We're sorry: your order will be later than promised.")).toBeTruthy();
  expect(screen.queryByText(/Arriving/)).toBeNull();
});

test("a delivered order says when it came; one that comes back no more", async () => {
  const came = {
    pin: null,
    courier: null,
    delivered_at: new Date(noon - 48 * 60_000).toISOString(),
  };
  const { unmount } = open(aShopOrder({ ...came, status: "delivered" }));
  expect(await screen.findByText(/^Today at 11:12.AM$/)).toBeTruthy();
  unmount();
  open(aShopOrder({ ...came, status: "in_return", status_label: "Coming back" }));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText(/^Today at/)).toBeNull();
});

test("VAT that the delivery alone bears is said so", async () => {
  const tax = { code: "tax_included", label: "Includes VAT", amount: 3.07 } as const;
  const total = { code: "total", label: "Total", amount: 35 } as const;
  const { unmount } = open(
    aShopOrder({ steps: [{ ...tax, detail: "VAT on the delivery fee" }, total] }),
  );
  expect(await screen.findByText(/^Includes EGP.3\.07 VAT on the delivery fee$/)).toBeTruthy();
  unmount();
  open(aShopOrder({ steps: [tax, total] }));
  expect(await screen.findByText(/^Includes EGP.3\.07 VAT$/)).toBeTruthy();
});

const amends = {
  steps: [
    { minutes: 15, amount: 10 },
    { minutes: 30, amount: 20 },
  ],
  credited: 0,
};

test.each([
  [14, "If it's 15 minutes late or more, we'll add EGP 10 to your wallet."],
  [
    15,
    "When it arrives, we'll add EGP 10 to your wallet, or EGP 20 if it's 30 minutes late or more.",
  ],
  [44, "When it arrives, we'll add EGP 20 to your wallet."],
])("%s minutes late: what it brings into the wallet", async (minutes, words) => {
  const promised_at = new Date(noon - minutes * 60_000).toISOString();
  open({ ...late, promised_at, late_credit: amends });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByText(/to your wallet/).textContent?.replaceAll("\u00a0", " ")).toBe(words);
});

test("what it brings goes by how late it is, whenever it is expected", async () => {
  const moment = (from: number) => new Date(noon + from * 60_000).toISOString();
  open({ ...late, promised_at: moment(-29), expected_at: moment(6), late_credit: amends });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByText(/to your wallet/).textContent?.replaceAll("\u00a0", " ")).toBe(
    "When it arrives, we'll add EGP 10 to your wallet, or EGP 20 if it's 30 minutes late or more.",
  );
});

test("while it brings nothing yet, it is told what it brings at the time it is expected", async () => {
  const moment = (from: number) => new Date(noon + from * 60_000).toISOString();
  open({ ...late, promised_at: moment(-6), expected_at: moment(24), late_credit: amends });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByText(/to your wallet/).textContent).toMatch(
    /^If it arrives when expected \(\d+:\d\d.[AP]M\), we'll add EGP.20 to your wallet\.$/,
  );
});

test("what the wallet alone paid is not said to be of points too", async () => {
  const wallet = { kind: "wallet", label: "Wallet", amount: 171, points: 0, paid: true } as const;
  const points = { ...wallet, kind: "points", label: "Points", points: 40 } as const;
  const paid = { payment_method: "wallet", payment_state: "paid" } as const;
  const { unmount } = open(aShopOrder({ ...paid, paid_by: [wallet] }));
  expect(await screen.findByText(/^Wallet · paid$/)).toBeTruthy();
  unmount();
  open(aShopOrder({ ...paid, paid_by: [wallet, points] }));
  expect(await screen.findByText(/^From wallet and points · paid$/)).toBeTruthy();
});

test("it brings what the minutes do that the page says", async () => {
  // Promised late in one minute and viewed early in another: thirty minutes on the clock.
  const promised_at = new Date(noon - 30 * 60_000 + 50_000).toISOString();
  open({ ...late, promised_at, late_credit: amends });
  expect(await screen.findByText(/is 30 minutes late/)).toBeTruthy();
  expect(screen.getByText(/to your wallet/).textContent?.replaceAll("\u00a0", " ")).toBe(
    "When it arrives, we'll add EGP 20 to your wallet.",
  );
});

test("nothing is said of credit in time, or where the shop gives none; what came is told", async () => {
  const { unmount } = open(aShopOrder({ late_credit: amends }));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText(/your wallet/)).toBeNull();
  unmount();
  const { unmount: leave } = open(late);
  await screen.findByText(/^We're sorry/);
  expect(screen.queryByText(/your wallet/)).toBeNull();
  leave();
  open(
    aShopOrder({
      status: "delivered",
      status_label: "Delivered",
      delivered_at: new Date(noon).toISOString(),
      upcoming: [],
      late_credit: { steps: [], credited: 20 },
    }),
    {},
    { "GET /orders/ord_1/returnable": aReturnable() },
  );
  expect(
    await screen.findByText(/^It arrived late, so we added EGP.20 to your wallet\.$/),
  ).toBeTruthy();
});

test("a late order: who has it is called, once on the page", async () => {
  const number = "+201000000001";
  const { unmount } = open({ ...late, courier: { name: "Samir", phone: number } });
  const courier = await screen.findByRole("link", { name: "Call courier" });
  expect(courier.getAttribute("href")).toBe(`tel:${number}`);
  expect(screen.queryByRole("link", { name: "Get help with this order" })).toBeNull();
  unmount();
  const { unmount: leave } = open({ ...late, courier: null });
  const branch = await screen.findByRole("link", { name: "Call branch" });
  expect(branch.getAttribute("href")).toBe("tel:+20225190000");
  leave();
  open({ ...late, courier: null, branch: { ...late.branch, phone: "" } });
  const report = await screen.findByRole("button", { name: "Report the delay" });
  expect(report.className).toContain("bg-go ");
  expect(screen.queryByRole("link", { name: /^Call/ })).toBeNull();
});

test("a late order is reported in words that are read first, and what was reported is gone on with", async () => {
  let cut = true;
  const { calls, where, unmount } = open(
    late,
    {},
    { "POST /tickets": () => (cut ? new Error("cut off") : { id: "tic_1" }) },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Report the delay" }));
  const words = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Your message/ });
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.change(words, { target: { value: `${words.value} Nobody picks up.` } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByRole("alert");
  cut = false;
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(where()).toBe("/account/support/tic_1"));
  const [lost, sent] = calls.filter(({ method, path }) => method === "POST" && path === "/tickets");
  // It is one report, however often it is sent.
  expect(sent?.headers["Idempotency-Key"]).toBe(lost?.headers["Idempotency-Key"]);
  expect(sent?.body).toMatchObject({
    category: "delivery",
    order_id: "ord_1",
    text: expect.stringMatching(/14 minutes late.* Nobody picks up\.$/),
  });
  unmount();
  const ticket = { id: "tic_1", state: "answered", order: { id: "ord_1", number: "W-1" } };
  open(late, {}, { "GET /tickets": onePage([ticket]) });
  const going = await screen.findByRole("link", { name: "Open my conversation" });
  expect(going.getAttribute("href")).toContain("tic_1");
  expect(screen.queryByRole("button", { name: "Report the delay" })).toBeNull();
});

test("in Arabic, with Arabic figures", async () => {
  open(aShopOrder(), { lang: "ar", scope: { figures: "arab" } });
  const door = await screen.findByRole("region", { name: "عند الاستلام" });
  expect(door.textContent).toContain("٠٤٢١");
  expect(screen.getByText(/يصل خلال .?٢٥ دقيقة/)).toBeTruthy();
});

test("follows the events from the last one that was seen", async () => {
  const { calls } = open(aShopOrder());
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/events"))).toBe(true));
  const events = calls.find(({ path }) => path.endsWith("/events"));
  expect(events?.headers["Last-Event-ID"]).toBe("4");
});

const draft = aShopOrder({
  status: "draft",
  status_label: "Waiting for payment",
  payment_method: "card",
  payment_state: "pending",
  expires_at: new Date(noon + 600_000).toISOString(),
  pin: null,
  courier: null,
  can_cancel: true,
  can_reorder: false,
});

test("a draft can be paid on, and says for how long", async () => {
  const { calls } = open(draft);
  expect(await screen.findByText(/^Pay EGP.135 to place your order$/)).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/^(10:00|9:5\d)$/);
  fireEvent.click(screen.getByRole("button", { name: "Continue to payment" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/orders/ord_1/pay"));
});

test("back from the gateway the payment is being checked until the order says paid", async () => {
  let order = draft;
  const { client } = open(() => order, {
    at: "/account/my-orders/ord_1?paid=1",
    params: { id: "ord_1" },
  });
  expect(await screen.findByText("Confirming your payment")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Continue to payment" })).toBeNull();
  order = aShopOrder({ status: "pending", status_label: "Order placed", payment_state: "paid" });
  await client.invalidateQueries();
  expect(await screen.findByText("Payment received")).toBeTruthy();
  for (const status of ["out_for_delivery", "delivered"] as const) {
    order = aShopOrder({ status, payment_state: "paid" });
    await client.invalidateQueries();
    await waitFor(() => expect(screen.queryByText("Payment received")).toBeNull());
  }
});

test("cancelling and ordering again ask first", async () => {
  open(aShopOrder({ status: "pending", can_cancel: true, paid: 135 }));
  fireEvent.click(
    (await screen.findAllByRole("button", { name: "Cancel order" }))[0] as HTMLElement,
  );
  expect(dialogStore.get()).toEqual({
    name: "cancelOrder",
    props: { id: "ord_1", number: "W-7F3K-29QD", paid: true },
  });
  fireEvent.click(screen.getByRole("button", { name: "Order again" }));
  expect(dialogStore.get()?.name).toBe("reorder");
});

test("says what it came to in the currency that was looked at, and that it is paid in the shop's", async () => {
  const display = { currency: "USD", rate_e6: 48_250_000, total: 2.85 };
  const english = open(aShopOrder({ display }));
  expect((await screen.findByText(/^Shown as/)).textContent?.replaceAll("\u00a0", " ")).toBe(
    "Shown as ≈ USD 2.85 when you ordered, at EGP 48.25 per USD. You pay in EGP.",
  );
  english.unmount();
  // Dinars have three decimals, and digits follow the customer's setting, those within the text included.
  open(aShopOrder({ display: { currency: "KWD", rate_e6: 157_000_000, total: 0.865 } }), {
    lang: "ar",
    scope: { figures: "latn" },
  });
  const arabic = (await screen.findByText(/عند الطلب كان المبلغ يعادل/)).textContent ?? "";
  expect(arabic).toContain("0.865");
  expect(arabic).toContain("157");
  expect(arabic).not.toMatch(/[٠-٩]/);
});

test("an order whose customer saw no other currency says nothing of one", async () => {
  open(aShopOrder());
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText(/^Shown as/)).toBeNull();
});

test("an order that cannot be loaded offers another try", async () => {
  open(() => new Error("no network"));
  expect(await screen.findByText("We couldn't load your order")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("the change is spoken of while there is something to pay, a refund once it has been made", async () => {
  const waiting = open(aShopOrder({ change_for: 200 }));
  expect(await screen.findByText(/pay with EGP.200/)).toBeTruthy();
  waiting.unmount();
  const done = open(aShopOrder({ change_for: 200, paid: 135, due: 0, payment_state: "paid" }));
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
  expect(screen.queryByText(/have your change ready/)).toBeNull();
  done.unmount();
  const going = open(aShopOrder({ given_back: 135, due: 0, payment_state: "refunding" }));
  expect(await screen.findByText(/refund in progress/)).toBeTruthy();
  expect(screen.queryByText(/135 refunded/)).toBeNull();
  going.unmount();
  open(aShopOrder({ given_back: 135, due: 0, payment_state: "refunded" }));
  expect(await screen.findByText(/EGP.135 refunded/)).toBeTruthy();
});

test("on the way the courier can be called, or the branch where no number is known", async () => {
  const call = async (phone: string) => {
    const order = aShopOrder({ courier: { name: "Samir", phone } });
    const { unmount } = open(order);
    const door = await screen.findByRole("region", { name: "When it arrives" });
    const link = within(door).getByRole("link");
    const told = [link.getAttribute("aria-label") ?? link.textContent, link.getAttribute("href")];
    unmount();
    return { told, branch: order.branch.phone };
  };
  expect((await call("+201060001177")).told).toEqual(["Call courier", "tel:+201060001177"]);
  const { told, branch } = await call("");
  expect(told).toEqual(["Call branch", `tel:${branch}`]);
});

test("a delivered order asks for its rating once", async () => {
  const order = aShopOrder({ status: "delivered", delivered_at: new Date(noon).toISOString() });
  open(order);
  mockApi({
    "GET /orders/ord_1": order,
    "GET /orders/ord_1/events": refused(400),
    "GET /orders/ord_1/rating": { order_id: "ord_1", can_rate: true, rating: null, items: [] },
  });
  await screen.findByRole("region", { name: "How was your order?" });
  expect(screen.getAllByRole("link", { name: /rate|rating/i })).toHaveLength(1);
});

test("a delivered order is shown with what can come back and its rating, or without what fails", async () => {
  const order = aShopOrder({ status: "delivered", delivered_at: new Date(noon).toISOString() });
  const { unmount } = open(
    order,
    {},
    {
      "GET /orders/ord_1/returnable": aReturnable(),
      "GET /orders/ord_1/rating": { order_id: "ord_1", can_rate: true, rating: null, items: [] },
    },
  );
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getByRole("link", { name: "Return items" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "How was your order?" })).toBeTruthy();
  unmount();
  open(
    order,
    {},
    { "GET /orders/ord_1/returnable": refused(500), "GET /orders/ord_1/rating": refused(500) },
  );
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
});

test("a placed order says what happens now, what to have ready and how to follow it", async () => {
  open(aShopOrder({ status: "pending", status_label: "Order placed", pin: null, courier: null }));
  const next = within(await screen.findByRole("region", { name: "What happens now" }));
  expect(next.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "The branch confirms your order and starts preparing it.",
    expect.stringContaining("your delivery code appears here"),
    "Have EGP\u00a0135 ready for the courier.",
    expect.stringContaining("This page updates automatically"),
  ]);
});

test("once it is being prepared, or paid for at the counter, other words stand there or none", async () => {
  open(aShopOrder({ status: "pending", fulfilment: "pickup", due: 0, payment_method: "card" }));
  const next = within(await screen.findByRole("region", { name: "What happens now" }));
  expect(next.getAllByRole("listitem")).toHaveLength(3);
  expect(next.getByText(/your pickup code appears here/)).toBeTruthy();
});

test("an order under way has its own head and no first steps", async () => {
  open(aShopOrder());
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("region", { name: "What happens now" })).toBeNull();
});

const maadi = {
  id: "maadi",
  name: "Maadi",
  lat: 29.9,
  lng: 31.2,
  served: true,
  outline: [
    [29.9, 31.2],
    [29.9, 31.3],
    [30, 31.3],
    [30, 31.2],
  ],
};

/** Acts as if the whole page were visible. */
class Seen {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}

test.each([
  ["to an address with a pin", {}, "Map of the way from Souq, Maadi to Maadi", 2],
  ["at the counter", { fulfilment: "pickup" }, "Where the branch is on the map: Souq, Maadi", 1],
] as const)("the way of an order under way is on a map: %s", async (_, changes, label, pins) => {
  vi.stubGlobal("IntersectionObserver", Seen);
  const order = aShopOrder(changes as Partial<Order>);
  order.address = { ...order.address, district: { id: "maadi", slug: "maadi", name: "Maadi" } };
  mockApi({
    "GET /orders/ord_1": order,
    "GET /orders/ord_1/events": refused(400),
    "GET /districts": [maadi],
  });
  renderShop(<Component />, { at: "/account/my-orders/ord_1", params: { id: "ord_1" } });
  const map = await screen.findByRole("img", { name: label });
  expect(map.querySelectorAll("path[d^='M20 46']")).toHaveLength(pins);
  // The courier's location is not known: the page only names the courier.
  expect(screen.getByText(/^On its way with/).textContent).toContain("Samir");
});

test("no map of the way to an address without a pin, from the first moment on", async () => {
  vi.stubGlobal("IntersectionObserver", Seen);
  const { calls } = open(aShopOrder({ pinned: false }));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("heading", { name: "From the branch to you" })).toBeNull();
  expect(calls.some(({ path }) => path === "/districts")).toBe(false);
});

test("the map keeps its place, and shows the way, where the districts cannot be had", async () => {
  vi.stubGlobal("IntersectionObserver", Seen);
  open(aShopOrder(), {}, { "GET /districts": refused(500) });
  expect(await screen.findByRole("img", { name: /^Map of the way/ })).toBeTruthy();
});

test.each([
  ["on its way", {}, ["map", "help"]],
  ["on its way and late", { promised_at: late.promised_at }, ["help", "map"]],
  ["being prepared", { status: "processing", courier: null, pin: null }, ["help", "map"]],
] as const)("%s: what stands first below its state", async (_, changes, order) => {
  open(aShopOrder(changes as Partial<Order>));
  const places = {
    map: await screen.findByRole("heading", { name: "From the branch to you" }),
    help: screen.queryByText("Get help with this order") ?? screen.getByText("Report the delay"),
  };
  const door = screen.queryByRole("region", { name: "When it arrives" });
  const [first, second] = order.map((one) => places[one]) as [HTMLElement, HTMLElement];
  const follows = (one: Element, other: Element) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(follows(first, second)).toBeTruthy();
  // Below the code for the door.
  if (door) expect(follows(door, places.map)).toBeTruthy();
});

test.each(["delivered", "cancelled", "draft"] as const)("no map once it is %s", async (status) => {
  open(aShopOrder({ status }));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("heading", { name: "From the branch to you" })).toBeNull();
});

test("where a part can be returned, the other lines say why they can't", async () => {
  const order = aShopOrder({ status: "delivered", delivered_at: new Date(noon).toISOString() });
  const [tea] = order.items;
  const [rice] = aReturnable().items;
  if (!tea || !rice) throw new Error("no line");
  const why = "Perishable food can't be returned.";
  const stays = { ...rice, line_id: tea.id, reasons: [], why_not: why };
  mockApi({
    "GET /orders/ord_1": order,
    "GET /orders/ord_1/events": refused(400),
    "GET /orders/ord_1/returnable": aReturnable({ items: [rice, stays] }),
  });
  renderShop(<Component />, { at: "/account/my-orders/ord_1", params: { id: "ord_1" } });
  expect(await screen.findByText(why)).toBeTruthy();
});

describe("an order that came to nothing tells in its head", () => {
  const ended = (
    status: "rejected" | "cancelled",
    by: "customer" | "staff" | "system",
    changes: Partial<Order> = {},
  ) =>
    aShopOrder({
      status,
      status_label: status,
      timeline: [{ status, label: status, at: "2026-11-20T09:55:00Z", by, reason: "No dough" }],
      upcoming: [],
      ...changes,
    });
  const byCard = { kind: "card" as const, label: "Card", amount: 135, points: 0, paid: true };
  const points = { kind: "points" as const, label: "Points", amount: 35, points: 70, paid: true };
  const paid = { paid: 135, given_back: 135, payment_method: "card" as const, paid_by: [byCard] };
  const cases: [string, Order, string[]][] = [
    [
      "who and why, and that nothing is to be paid",
      ended("rejected", "staff"),
      ["The branch couldn't prepare it.", "No dough", "You won't pay anything."],
    ],
    ["that oneself did it", ended("cancelled", "customer"), ["You cancelled it."]],
    ["that the branch did it", ended("cancelled", "staff"), ["The branch cancelled it."]],
    [
      "what went back to the card",
      ended("rejected", "staff", { ...paid, payment_state: "refunded" }),
      ["EGP\u00a0135 was refunded to your card."],
    ],
    [
      "what is still on its way",
      ended("rejected", "staff", { ...paid, payment_state: "refunding" }),
      ["EGP\u00a0135 is being refunded to your card."],
    ],
    [
      "what went back in several ways",
      ended("cancelled", "staff", {
        ...paid,
        payment_state: "refunded",
        paid_by: [byCard, points],
      }),
      ["EGP\u00a0135 was refunded the same way you paid."],
    ],
    [
      "what was paid from the wallet, with the cash not paid yet",
      ended("cancelled", "staff", {
        paid: 100,
        given_back: 100,
        payment_state: "refunded",
        paid_by: [
          { kind: "cod", label: "Cash", amount: 35, points: 0, paid: false },
          { kind: "wallet", label: "Wallet", amount: 100, points: 0, paid: true },
        ],
      }),
      ["EGP\u00a0100 was refunded to your wallet."],
    ],
  ];
  test.each(cases)("%s", async (_, order, texts) => {
    open(order);
    const head = (await screen.findByRole("heading", { level: 1 })).parentElement as HTMLElement;
    for (const text of texts) expect(head.textContent).toContain(text);
    // The total of a failed order was not paid.
    expect(screen.getByText(/135/, { selector: "s" })).toBeTruthy();
    if (order.paid > 0) expect(head.textContent).not.toContain("You won't pay anything");
    // An invoice of an unpaid order would look like a bill.
    const invoices = screen.queryAllByRole("link", { name: "Invoice" });
    expect(invoices).toHaveLength(order.paid > 0 ? 1 : 0);
  });
  test("the reason alone where nobody did it", async () => {
    open(ended("cancelled", "system"));
    const head = (await screen.findByRole("heading", { level: 1 })).parentElement as HTMLElement;
    expect(head.textContent).toBe("cancelledReason: No doughYou won't pay anything.");
  });
});
