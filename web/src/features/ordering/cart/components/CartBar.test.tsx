import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieNames, writeCookie } from "../../../../lib/cookies";
import { hideNotification } from "../../../../shop/cart/notification";
import { aBranch, aCart, aSummary } from "../../../../testing/cart";
import { mockApi, renderShop } from "../../../../testing/shop";
import { CartBar } from "./CartBar";
import { CartButton } from "./CartButton";

beforeEach(hideNotification); // of another file's tests
afterEach(() => vi.unstubAllGlobals());

const three = { items_quantity: 3, total: 135.5, missing_to_minimum: 0 };

test("says how many, how much, and what is missing", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  mockApi({ "GET /carts": [aSummary()], "GET /get_card": aCart({ items_quantity: 2 }) });
  renderShop(<CartBar />, { at: "/home" });
  const bar = await screen.findByRole("region", { name: "Your cart" });
  expect(bar.textContent).toContain("2 items · Souq");
  expect(bar.textContent).toContain("EGP\u00a060 to the minimum");
  const way = screen.getByRole("link", { name: "Cart · EGP\u00a040" });
  expect(way.getAttribute("href")).toBe("/cart?service_id=svc_grocery");
  expect(way.textContent).toBe("Cart · EGP\u00a040");
});

test("what it says is of this cart, and how many others there are; those kept for later are not counted", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  const food = { id: "svc_food", slug: "food", name: "Food" };
  mockApi({
    "GET /carts": [
      aSummary(three),
      aSummary({ ...three, id: "crt_2", service: food }),
      aSummary({ ...three, id: "crt_3", parked: true }),
    ],
    "GET /get_card": aCart(three),
  });
  renderShop(<CartBar />, { at: "/home" });
  const bar = await screen.findByRole("region", { name: "Your cart" });
  expect(bar.textContent).toContain("3 items · Souq");
  expect(bar.textContent).toContain("delivery · 1 more cart");
});

test("in Arabic, with its plural and figures", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  mockApi({
    "GET /carts": [aSummary(three)],
    "GET /get_card": aCart({ ...three, cart_total: 135.5 }),
  });
  renderShop(<CartBar />, { lang: "ar", at: "/home" });
  const bar = await screen.findByRole("region", { name: "سلتك" });
  expect(bar.textContent).toContain("3 قطع");
  expect(bar.textContent).toContain("135.50");
  expect(bar.textContent).not.toContain("للحد الأدنى");
});

test("one sum, that of the goods, with the delivery fee beside it", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  const cart = aCart({ cart_total: 120, total: 135, delivery_price: 15, missing_to_minimum: 0 });
  mockApi({ "GET /carts": [aSummary()], "GET /get_card": cart });
  renderShop(<CartBar />, { at: "/home" });
  const bar = await screen.findByRole("region", { name: "Your cart" });
  expect(bar.textContent).toContain("120");
  expect(bar.textContent).toContain("15 delivery");
  expect(bar.textContent).not.toContain("135");
});

test("where the branch does not deliver, that comes before fee and minimum", async () => {
  writeCookie(cookieNames.selectedService, "svc_grocery");
  const cart = aCart({ branch: aBranch({ delivers: false }), delivery_price: 0 });
  mockApi({ "GET /carts": [aSummary()], "GET /get_card": cart });
  renderShop(<CartBar />, { at: "/home" });
  const bar = await screen.findByRole("region", { name: "Your cart" });
  expect(bar.textContent).toContain("No delivery to your area");
  expect(bar.textContent).not.toContain("free delivery");
  expect(bar.textContent).not.toContain("to the minimum");
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("is not there on the cart itself, nor for another service's cart", async () => {
  writeCookie(cookieNames.selectedService, "svc_food");
  const calls = mockApi({ "GET /carts": [aSummary()] });
  const { client } = renderShop(<CartBar />, { at: "/home" });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("region")).toBeNull();
  expect(calls.map((call) => call.path)).toEqual(["/carts"]);
});

test("a guest who never added anything is asked nothing", () => {
  const calls = mockApi({});
  renderShop(
    <>
      <CartBar />
      <CartButton />
    </>,
    { scope: { session: "" } },
  );
  expect(screen.getByRole("link", { name: "Cart" })).toBeTruthy();
  expect(calls).toEqual([]);
});

test("before the caller is known, the button shows nothing personal", async () => {
  mockApi({ "GET /carts": [aSummary(three)] });
  renderShop(<CartButton />, { scope: { ready: false } });
  expect(screen.getByRole("link", { name: "Cart" }).textContent).toBe("Cart");
});

test("the button counts every cart that is being filled", async () => {
  mockApi({ "GET /carts": [aSummary(three), aSummary({ id: "x", parked: true })] });
  renderShop(<CartButton />);
  expect(await screen.findByRole("link", { name: "Cart, 3 items" })).toBeTruthy();
});
