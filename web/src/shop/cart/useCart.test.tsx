import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { closeDialog, dialogStore } from "../../lib/dialogs";
import { localNames, readLocal } from "../../lib/local";
import { aCart, anItem } from "../../testing/cart";
import { type Answer, mockApi, refused, renderShop } from "../../testing/shop";
import { CartNotification } from "./CartNotification";
import { cartNotification, shopToasts } from "./notification";
import { pendingStore } from "./pending";
import { useQuantity } from "./useCart";

const line = { service: "svc_grocery", variant: "var_apples", name: "Apples", branch: "brn_1" };

function Apples() {
  const { qty, set, refusal } = useQuantity(line);
  return (
    <>
      <output>{qty}</output>
      <button type="button" onClick={() => set(qty + 1)}>
        {"more"}
      </button>
      <button type="button" onClick={() => set(0)}>
        {"none"}
      </button>
      <p>{refusal}</p>
      <CartNotification />
    </>
  );
}

beforeEach(() => {
  pendingStore.set({});
  cartNotification.set((now) => ({ ...now, show: false }));
  shopToasts.clear();
  closeDialog();
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a guest's first add names the cart, shows the notification, and can be undone", async () => {
  const full = aCart({ cart_token: "t".repeat(40) });
  const empty = aCart({ items: [], items_quantity: 0 });
  const calls = mockApi({
    "POST /order/add-to-cart": full,
    "DELETE /orders/item/itm_apples": empty,
  });
  writeCookie(cookieNames.selectedService, "svc_food");
  writeCookie(cookieNames.serviceName, "Food");
  renderShop(<Apples />, { scope: { session: "" } });
  press("more");
  expect(screen.getByRole("status").textContent).toBe("1");
  expect(await screen.findByText("Added: 1 × Apples")).toBeTruthy();
  expect(cartNotification.get()).toMatchObject({ show: true, product: "Apples", qty: 1 });
  expect(readLocal(localNames.cartToken)).toBe("t".repeat(40));
  expect(readCookie(cookieNames.selectedService)).toBe("svc_grocery");
  expect(readCookie(cookieNames.serviceName)).toBe("Grocery");
  press("Undo");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("0"));
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /order/add-to-cart",
    "DELETE /orders/item/itm_apples?service_id=svc_grocery",
  ]);
  expect(calls[1]?.headers["cart-token"]).toBe("t".repeat(40));
  expect(cartNotification.get().show).toBe(false);
});

test("another branch's cart is asked about; yes repeats the add with replace_cart", async () => {
  const calls = mockApi({
    "GET /get_card": aCart({ items: [] }),
    "POST /order/add-to-cart": ({ body }) =>
      (body as { replace_cart?: boolean }).replace_cart
        ? aCart()
        : refused(400, { code: "different_store", message: "…" }),
  });
  renderShop(<Apples />);
  press("more");
  await waitFor(() => expect(dialogStore.get()?.name).toBe("emptyCart"));
  expect(screen.getByRole("status").textContent).toBe("0");
  const open = dialogStore.get();
  if (open?.name === "emptyCart") open.props.accept();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1"));
  const adds = calls.filter(({ method }) => method === "POST");
  expect(adds.map(({ body }) => body)).toEqual([
    { service_id: "svc_grocery", product: "var_apples", qty: 1, branch_id: "brn_1" },
    {
      service_id: "svc_grocery",
      product: "var_apples",
      qty: 1,
      branch_id: "brn_1",
      replace_cart: true,
    },
  ]);
});

test("a refusal stands in place and the number goes back", async () => {
  mockApi({
    "GET /get_card": aCart(),
    "POST /order/update-cart": refused(400, {
      code: "out_of_stock",
      message: "There is not enough stock available.",
    }),
  });
  renderShop(<Apples />);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1"));
  press("more");
  expect(await screen.findByText("There is not enough stock available.")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("1");
});

test.each([
  [400, "This item is unavailable"],
  [422, "Must be greater than 0"],
  [409, "Somebody was faster."],
  [500, "Something went wrong."],
])(
  "an add that fails with %i: its message is kept, nothing was added; the next press clears it",
  async (status, message) => {
    let answer: Answer = refused(status, { message });
    mockApi({ "GET /get_card": aCart({ items: [] }), "POST /order/add-to-cart": () => answer });
    renderShop(<Apples />);
    press("more");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(pendingStore.get().var_apples).toEqual({ qty: -1, refusal: message });
    expect(screen.getByRole("status").textContent).toBe("0");
    expect(cartNotification.get().show).toBe(false);
    expect(dialogStore.get()).toBeNull();
    answer = aCart();
    press("more");
    expect(screen.queryByText(message)).toBeNull();
    await waitFor(() => expect(cartNotification.get().show).toBe(true));
    expect(pendingStore.get().var_apples).toBeUndefined();
  },
);

test("a change's message is a success toast", async () => {
  mockApi({
    "GET /get_card": aCart(),
    "POST /order/update-cart": {
      data: aCart({ items: [anItem("apples", { qty: 2 })] }),
      meta: {},
      message: "Your cart is up to date.",
    },
  });
  renderShop(<Apples />);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1"));
  press("more");
  await waitFor(() =>
    expect(shopToasts.get().map(({ text, tone }) => ({ text, tone }))).toEqual([
      { text: "Your cart is up to date.", tone: "success" },
    ]),
  );
});

test("what was taken out comes back with its undo", async () => {
  const calls = mockApi({
    "GET /get_card": aCart({ items: [anItem("apples", { qty: 2 })] }),
    "DELETE /orders/item/itm_apples": aCart({ items: [] }),
    "POST /order/add-to-cart": aCart({ items: [anItem("apples", { qty: 2 })] }),
  });
  renderShop(<Apples />);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2"));
  press("none");
  expect(await screen.findByText("Removed: Apples")).toBeTruthy();
  expect(shopToasts.get().map(({ text, tone, icon }) => ({ text, tone, icon }))).toEqual([
    { text: "Removed: Apples", tone: "success", icon: "trash" },
  ]);
  press("Undo");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2"));
  expect(calls.at(-1)?.body).toMatchObject({ product: "var_apples", qty: 2 });
});

test("without a place the first add asks for one, and goes on once there is one", async () => {
  removeCookie(cookieNames.districtId, cookieNames.location);
  const calls = mockApi({
    "GET /get_card": aCart({ items: [] }),
    "POST /order/add-to-cart": aCart(),
  });
  renderShop(<Apples />, { scope: { district: "" } });
  press("more");
  await waitFor(() => expect(dialogStore.get()?.name).toBe("location"));
  expect(screen.getByRole("status").textContent).toBe("0");
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  const open = dialogStore.get();
  writeCookie(cookieNames.districtId, "maadi");
  if (open?.name === "location") open.props.goOn?.();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1"));
  const [add] = calls.filter(({ method }) => method === "POST");
  expect(add?.headers["district-id"]).toBe("maadi");
  removeCookie(cookieNames.districtId);
});
