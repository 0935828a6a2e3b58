import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "../../../../api/types";
import { cookieNames, writeCookie } from "../../../../lib/cookies";
import type { Lang } from "../../../../lib/lang";
import { cartQuery } from "../../../../shop/cart/api";
import { shopToasts } from "../../../../shop/cart/notification";
import { pendingStore } from "../../../../shop/cart/pending";
import { acceptTerms, termsStore } from "../../../../shop/cart/terms";
import { dropWish, keepWish } from "../../../../shop/cart/wishes";
import { aBranch, aCart, anItem, aSummary } from "../../../../testing/cart";
import { product } from "../../../../testing/product";
import { mockApi, onePage, refused, renderShop } from "../../../../testing/shop";
import page from "./cart";

const { Component } = page;

beforeEach(() => {
  pendingStore.set({});
  shopToasts.clear();
});
afterEach(() => vi.unstubAllGlobals());

const total = (amount: number) => [{ code: "total" as const, label: "Total", amount }];

/** Renders a customer's cart page, with the API's answers to its other requests. */
function show(cart: Cart, answers: Parameters<typeof mockApi>[0], lang: Lang = "en") {
  const calls = mockApi({
    "GET /carts": [aSummary()],
    "GET /get_card": cart,
    "GET /favourites": { products: [], branches: [] },
    "GET /coupons": [],
    ...answers,
  });
  const shop = renderShop(<Component />, { lang, at: "/cart?service_id=svc_grocery" });
  const kept = () =>
    shop.client.getQueryData<Cart>(cartQuery(shop.scope, "svc_grocery").queryKey) as Cart;
  return { calls, kept };
}
const summary = () => within(screen.getByRole("complementary"));

test.each([
  ["one more", "POST /order/update-cart", "Add one more"],
  ["a line taken out", "DELETE /orders/item/itm_apples", "Remove"],
])("%s refreshes the cart silently: no loading indicator, and new totals", async (...how) => {
  const [, call, button] = how;
  const before = aCart({
    items: [anItem("apples"), anItem("milk")],
    steps: total(95),
    total: 95,
    can_checkout: true,
    terms_version: "1",
  });
  const after = aCart({ items: [anItem("milk")], steps: total(42), total: 42 });
  const { calls } = show(before, { [call]: after });
  await screen.findByRole("link", { name: "milk" });
  await waitFor(() => expect(document.querySelector(".animate-breathe")).toBeNull());
  // Records every indicator, however briefly it is shown between the press and the new totals.
  const indicators: string[] = [];
  const look = new MutationObserver(() => {
    for (const one of document.querySelectorAll(".animate-turn, .animate-breathe"))
      indicators.push(one.outerHTML);
    if (screen.queryByText("Loading your cart")) indicators.push("skeleton");
    if (!screen.queryByRole("link", { name: "milk" })) indicators.push("the lines are gone");
  });
  look.observe(document.body, { childList: true, subtree: true, attributes: true });
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${button}.*apples`) }));
  await waitFor(() => expect(summary().getByText(/42/)).toBeTruthy());
  look.disconnect();
  expect(calls.some(({ method, path }) => `${method} ${path}`.startsWith(call))).toBe(true);
  expect(indicators).toEqual([]);
});

test("tabs of services keep their order, whichever cart was changed last", async () => {
  const food = aSummary({ id: "crt_2", service: { id: "svc_food", slug: "food", name: "Food" } });
  for (const carts of [
    [food, aSummary()],
    [aSummary(), food],
  ]) {
    show(aCart(), { "GET /carts": carts });
    const tabs = await screen.findByRole("navigation", { name: "Carts by service" });
    const names = within(tabs).getAllByRole("link");
    expect(names.map(({ textContent }) => textContent)).toEqual(["Food1", "Grocery1"]);
    cleanup();
  }
});

test("a heart in the cart flips its item's favourite flag, and back where it could not be set", async () => {
  let answer: object = {};
  const { kept, calls } = show(aCart({ items: [anItem("apples"), anItem("milk")] }), {
    "POST /favourites": () => answer,
    "DELETE /favourites": () => answer,
  });
  const heart = await screen.findByRole("button", { name: /apples/i, pressed: false });
  const flags = () => kept().items.map(({ favorite }) => favorite);
  fireEvent.click(heart);
  await waitFor(() => expect(flags()).toEqual([true, false]));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      kind: "product",
      id: "prd_apples",
    }),
  );
  answer = refused(400, { message: "Not now" });
  const other = screen.getByRole("button", { name: /milk/i, pressed: false });
  fireEvent.click(other);
  await waitFor(() => expect(shopToasts.get().map(({ text }) => text)).toEqual(["Not now"]));
  expect(flags()).toEqual([true, false]);
});

test("a coupon's answer sets its fields and the totals, before the cart is read again", async () => {
  const order = {
    price: 135,
    total: 136.5,
    cart_total: 121.5,
    tax: 16.76,
    coupon_id: "cou_1",
    coupon_code: "TEN",
    coupon_discount: 13.5,
    delivery_price: 15,
  };
  const cart = aCart();
  let reads = 0;
  const { kept, calls } = show(cart, {
    "POST /add_coupon": { qty: 3, order },
    // The second read, after the answer, never comes.
    "GET /get_card": () => (++reads === 1 ? cart : new Error("gone")),
  });
  fireEvent.change(await screen.findByRole("textbox", { name: "Coupon code" }), {
    target: { value: " ten " },
  });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(kept()).toMatchObject(order));
  expect(kept().items).toEqual(cart.items);
  expect(calls.find(({ path }) => path === "/add_coupon")?.body).toEqual({
    service_id: "svc_grocery",
    coupon_code: "ten",
  });
  expect(await screen.findByText("TEN")).toBeTruthy();
});

test("a branch that does not deliver here: that and what to do, no fee, no minimum, no checkout", async () => {
  show(
    aCart({
      branch: aBranch({ delivers: false }),
      delivery_price: 0,
      problems: [{ code: "not_delivered_here", message: "Not here" }],
      steps: [{ code: "delivery", label: "Delivery fee", amount: 0 }, ...total(40)],
    }),
    {},
  );
  expect(await screen.findByText("We Don't Deliver To Your Location")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See other branches" }).getAttribute("href")).toBe(
    "/branches-results?service_id=grocery",
  );
  expect(screen.getAllByRole("button", { name: "Change area" }).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Checkout" })).toBeNull();
  expect(summary().queryByText("Free")).toBeNull();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(document.body.textContent).not.toContain("to the minimum");
});

test.each([
  ["minutes", {}, "Delivery within 40 minutes"],
  ["days", { promise: "days", promise_days: 2 }, "Delivery within 2 days"],
  ["closed", { is_closed: true }, null],
  ["elsewhere", { delivers: false }, null],
] as const)("how long a delivery takes, of a branch that can begin it: %s", async (_, is, said) => {
  show(aCart({ branch: aBranch(is) }), {});
  await screen.findByText("Souq, Maadi");
  if (said) expect(screen.getByText(said)).toBeTruthy();
  else expect(screen.queryByText(/^Delivery within/)).toBeNull();
});

test("all sums stand in the part of the summary that stays in sight with the button", async () => {
  const fee = { code: "delivery" as const, label: "Delivery fee", amount: 15 };
  show(aCart({ can_checkout: true, steps: [fee, ...total(55)], total: 55 }), {});
  const line = await screen.findByText("Total");
  const kept = line.closest(".lg\\:sticky.lg\\:bottom-0") as HTMLElement;
  expect(within(kept).getByRole("button", { name: "Checkout" })).toBeTruthy();
  expect(within(kept).getByText("Delivery fee")).toBeTruthy();
});

test("the coupons open in a dialog, not among the sums", async () => {
  show(aCart({ can_checkout: true, steps: total(55), total: 55 }), {});
  await screen.findByText("Total");
  const line = await summary().findByRole("button", { name: /Your coupons/ });
  expect(line.getAttribute("aria-haspopup")).toBe("dialog");
  expect(screen.queryByText(/no coupons/i)).toBeNull();
  fireEvent.click(line);
  const dialog = await screen.findByRole("dialog", { name: "Your coupons" });
  expect(within(dialog).getByText(/no coupons/i)).toBeTruthy();
});

test.each([
  [
    "en",
    "Checkout",
    /^I accept the privacy policy.* and terms/,
    "The privacy and terms policy must be accepted in the cart.",
  ],
  [
    "ar",
    "إتمام الطلب",
    /^أوافق على سياسة الخصوصية.*وشروط الاستخدام/,
    "وافق على سياسة الخصوصية وشروط الاستخدام في السلة أولًا.",
  ],
] as const)(
  "accepting the policies is seen above the button; cleared, nothing goes on (%s)",
  async (lang, press, sentence, refusal) => {
    acceptTerms("");
    show(aCart({ can_checkout: true, missing_to_minimum: 0 }), {}, lang);
    const button = (await screen.findAllByRole("button", { name: press }))[0] as HTMLElement;
    const box = within(button.closest("[data-accepting]") as HTMLElement).getByRole("checkbox", {
      name: sentence,
    });
    expect((box as HTMLInputElement).checked).toBe(true);
    fireEvent.click(box);
    fireEvent.click(button);
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(box);
    expect(screen.getAllByText(refusal).length).toBeGreaterThan(0);
    expect(termsStore.get()).toBe("");
    fireEvent.click(box);
    fireEvent.click(button);
    expect(termsStore.get()).toBe("1");
  },
);

test("an empty cart leads on: what was had before, and who is open and delivers here", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  const order = {
    id: "ord_1",
    number: "W-1",
    status: "delivered",
    status_label: "Delivered",
    store: { name: "Souq" },
    store_image: { src: "", srcset: "", width: 256, height: 256 },
    branch: { name: "Souq, Maadi" },
    first_images: [],
    first_items: ["Rice"],
    more_items: 0,
    total: 40,
    currency: "EGP",
    created_at: "2026-11-19T10:00:00Z",
    again: { delivers: true },
  };
  const calls = mockApi({
    "GET /carts": [],
    "GET /get_card": aCart({ items: [] }),
    "GET /orders": onePage([
      { ...order, id: "ord_2", number: "W-2", status: "rejected" },
      // Cannot be reordered here.
      { ...order, id: "ord_3", number: "W-3", again: { delivers: false } },
      order,
    ]),
    "GET /branches": onePage([
      aBranch({ id: "far", name: "Far away", delivers: false }),
      aBranch({ id: "near", name: "Near here", delivers: true }),
    ]),
  });
  const { unmount } = renderShop(<Component />, { at: "/cart" });
  expect(await screen.findByRole("button", { name: /W-1/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /W-[23]/ })).toBeNull();
  expect(await screen.findByRole("link", { name: "Near here" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Far away" })).toBeNull();
  expect(calls.find(({ path }) => path.startsWith("/branches?"))?.path).toContain("open=true");
  unmount();
  // A guest who never had a cart has no orders to request.
  const asked = mockApi({ "GET /branches": onePage([]) });
  renderShop(<Component />, { at: "/cart", scope: { session: "" } });
  expect(await screen.findByRole("link", { name: "Start shopping" })).toBeTruthy();
  await waitFor(() => expect(asked.length).toBe(1));
  expect(asked[0]?.path).toContain("/branches?");
});

test("a note is written where its button is pressed, and the focus goes back to it", async () => {
  const cart = aCart({ items: [anItem("apples")] });
  const { calls } = show(cart, {
    "POST /order/update-cart": {
      ...cart,
      items: cart.items.map((item) => ({ ...item, note: "ripe ones" })),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add a note to apples" }));
  const field = screen.getByRole("textbox", { name: /apples/ });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: "Escape" });
  const button = screen.getByRole("button", { name: "Add a note to apples" });
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  fireEvent.change(screen.getByRole("textbox", { name: /apples/ }), {
    target: { value: " ripe ones " },
  });
  fireEvent.submit(screen.getByRole("textbox", { name: /apples/ }));
  expect(await screen.findByText("ripe ones")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: /apples/ })).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/note.*apples/i);
  expect(calls.find(({ path }) => path === "/order/update-cart")?.body).toMatchObject({
    item_id: "itm_apples",
    note: "ripe ones",
  });
});

test("offers more of the branch, save what is in the cart", async () => {
  const { calls } = show(aCart({ items: [anItem("apples")] }), {
    "GET /products": onePage([
      { ...product, id: anItem("apples").order.product.id, name: "Apples" },
      { ...product, name: "Tea" },
    ]),
  });
  const more = within(await screen.findByRole("region", { name: "Add to your order" }));
  expect(more.getAllByRole("article").map((one) => one.querySelector("a")?.textContent)).toEqual([
    "Tea",
  ]);
  const asked = calls.find(({ path }) => path.startsWith("/products"))?.path;
  expect(asked).toContain("branch_id=brn_1");
  expect(asked).toContain("in_stock=true");
});

test("products that wait for a connection are listed until they are sent", async () => {
  keepWish({ service: "svc_grocery", variant: "var_sugar", name: "Sugar", qty: 1 });
  show(aCart({ items: [anItem("apples")], steps: total(10), total: 10 }), {});
  await screen.findByText(/Changes we haven't saved yet: Sugar\./);
  act(() => dropWish("var_sugar"));
  expect(screen.queryByText(/haven't saved/)).toBeNull();
});

test("changes of a session that ended are not listed to the next customer", async () => {
  keepWish({ service: "svc_grocery", variant: "var_sugar", name: "Sugar", qty: 1 });
  localStorage.clear(); // as signing out does
  show(aCart({ items: [anItem("apples")], steps: total(10), total: 10 }), {});
  await screen.findByRole("link", { name: "apples" });
  expect(screen.queryByText(/haven't saved/)).toBeNull();
});

test("a service whose only cart is parked has a tab, and one that also has a live cart has one tab", async () => {
  const food = { id: "svc_food", slug: "food", name: "Food" };
  show(aCart({ items: [anItem("apples")], steps: total(10), total: 10 }), {
    "GET /carts": [
      aSummary(),
      { ...aSummary(), id: "crt_parked", parked: true },
      { ...aSummary(), id: "crt_food", service: food, parked: true },
    ],
  });
  const tabs = await screen.findByRole("navigation", { name: "Carts by service" });
  expect(within(tabs).getAllByRole("link")).toHaveLength(2);
  const tab = within(tabs).getByRole("link", { name: /Food/ });
  expect(tab.getAttribute("href")).toBe("/cart?service_id=svc_food");
});
