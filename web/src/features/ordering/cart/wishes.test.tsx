import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie } from "../../../lib/cookies";
import { closeDialog, dialogStore } from "../../../lib/dialogs";
import { localNames, readLocal, removeLocal, writeLocal } from "../../../lib/local";
import { CartNotification } from "../../../shop/cart/CartNotification";
import { shopToasts } from "../../../shop/cart/notification";
import { pendingStore } from "../../../shop/cart/pending";
import { useQuantity } from "../../../shop/cart/useCart";
import { fulfil, keepWish, wishes } from "../../../shop/cart/wishes";
import { aCart, anItem } from "../../../testing/cart";
import { mockApi, refused, renderShop } from "../../../testing/shop";
import { KeptWishes } from "./components/KeptWishes";

const wish = {
  service: "svc_grocery",
  variant: "var_apples",
  name: "Apples",
  branch: "brn_1",
  qty: 2,
};

beforeEach(() => {
  pendingStore.set({});
  shopToasts.clear();
  closeDialog();
  removeLocal(localNames.cartWishes);
});
afterEach(() => vi.unstubAllGlobals());

function Apples() {
  const { qty, set, refusal } = useQuantity(wish);
  return (
    <>
      <output>{qty}</output>
      <button type="button" onClick={() => set(qty + 1)}>
        {"more"}
      </button>
      <p>{refusal}</p>
      <CartNotification />
    </>
  );
}

test("the newest wish for a variant counts, and what cannot be read is none", () => {
  keepWish(wish);
  keepWish({ ...wish, variant: "var_pears", qty: 1 });
  keepWish({ ...wish, qty: 5 });
  expect(wishes().map(({ variant, qty }) => [variant, qty])).toEqual([
    ["var_pears", 1],
    ["var_apples", 5],
  ]);
  writeLocal(localNames.cartWishes, '[{"variant":"x"},7,null,{"qty":-1}]');
  expect(wishes()).toEqual([]);
  writeLocal(localNames.cartWishes, "{");
  expect(wishes()).toEqual([]);
});

test("what is so already is not sent again", async () => {
  const calls = mockApi({ "POST /order/update-cart": aCart({}) });
  const cart = aCart();
  const { order, qty } = cart.items[0] ?? { order: { variant: { id: "" } }, qty: 0 };
  const variant = order.variant.id;
  expect(fulfil({ ...wish, variant, qty }, cart)).toBeNull();
  expect(fulfil({ ...wish, variant: "var_none", qty: 0 }, cart)).toBeNull();
  await fulfil({ ...wish, variant, qty: qty + 3 }, cart);
  expect(calls).toHaveLength(1);
});

test("without an answer the quantity stays and is kept", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.reject(new TypeError("offline"))),
  );
  renderShop(<Apples />, { scope: { session: "" } });
  fireEvent.click(screen.getByRole("button", { name: "more" }));
  expect(
    await screen.findByText(
      "No response received from server. We'll add this to your cart when you're back online.",
    ),
  ).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("1");
  expect(wishes()).toMatchObject([{ variant: "var_apples", qty: 1, branch: "brn_1" }]);
});

test.each([
  ["no data", () => Response.json({ response: { data: null, message: "" } })],
  ["no JSON", () => new Response("<p>Sign in to this network</p>")],
  ["300 and nothing", () => new Response("", { status: 300 })],
])("an answer with %s is an unknown error, in the words of the catalogue", async (_, answer) => {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(answer())),
  );
  renderShop(<Apples />, { scope: { session: "" } });
  fireEvent.click(screen.getByRole("button", { name: "more" }));
  expect(await screen.findByText("An unknown error occurred.")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("0");
  expect(wishes()).toEqual([]);
});

test("once there is an answer it is sent, and only then forgotten", async () => {
  keepWish(wish);
  const calls = mockApi({ "POST /order/add-to-cart": aCart({ cart_token: "t".repeat(40) }) });
  renderShop(
    <>
      <KeptWishes />
      <CartNotification />
    </>,
    { scope: { session: "" } },
  );
  expect(await screen.findByText("Everything you chose offline is now in your cart.")).toBeTruthy();
  expect(calls[0]?.body).toMatchObject({ product: "var_apples", qty: 2, branch_id: "brn_1" });
  expect(readLocal(localNames.cartWishes)).toBeNull();
  expect(pendingStore.get()).toEqual({});
});

test("nothing is sent before the page knows whose cart it is", async () => {
  keepWish({ ...wish, qty: 1 });
  const variant = wish.variant;
  const there = anItem("apples", { qty: 1 });
  expect(there.order.variant.id).toBe(variant);
  const calls = mockApi({
    "GET /get_card": aCart({ items: [there] }),
    "POST /order/add-to-cart": aCart(),
  });
  const shop = (
    <>
      <KeptWishes />
      <CartNotification />
    </>
  );
  const { unmount } = renderShop(shop, { scope: { session: "", ready: false } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
  unmount();
  renderShop(shop, { scope: { session: "signed-in", ready: true } });
  await waitFor(() => expect(wishes()).toEqual([]));
  // The cart was read first, and already has the requested quantity.
  expect(calls.map(({ path }) => path)).toEqual(["/get_card?service_id=svc_grocery"]);
});

test("a refusal is told, and not tried for ever", async () => {
  keepWish(wish);
  mockApi({
    "POST /order/add-to-cart": refused(400, {
      code: "out_of_stock",
      message: "There is not enough stock available.",
    }),
  });
  renderShop(
    <>
      <KeptWishes />
      <CartNotification />
    </>,
    { scope: { session: "" } },
  );
  expect(
    await screen.findByText(
      "We couldn't add Apples to your cart. Try again from the product page.",
    ),
  ).toBeTruthy();
  await waitFor(() => expect(wishes()).toEqual([]));
  expect(pendingStore.get().var_apples?.refusal).toBe("There is not enough stock available.");
});

const pears = { ...wish, variant: "var_pears", name: "Pears" };
const elsewhere = { ...wish, variant: "var_soap", name: "Soap", branch: "brn_2" };

/** A server where every addition conflicts until the cart is replaced. */
function conflicting() {
  keepWish(wish);
  keepWish(pears);
  keepWish(elsewhere);
  let replaced = "";
  const calls = mockApi({
    "GET /get_card": aCart({ items: [] }),
    "POST /order/add-to-cart": ({ body }) => {
      const { replace_cart, branch_id } = body as { replace_cart?: boolean; branch_id: string };
      if (replace_cart) replaced = branch_id;
      return replaced === branch_id
        ? aCart()
        : refused(400, { code: "different_branch", message: "…" });
    },
  });
  renderShop(
    <>
      <KeptWishes />
      <CartNotification />
    </>,
  );
  const replacing = () =>
    calls.filter(({ body }) => (body as { replace_cart?: boolean } | null)?.replace_cart);
  return { calls, replacing };
}

const question = async () => {
  await waitFor(() => expect(dialogStore.get()?.name).toBe("emptyCart"));
  const open = dialogStore.get();
  if (open?.name !== "emptyCart") throw new Error("nothing is asked");
  return open;
};

test("a cart of another branch is asked about; yes replaces it, once", async () => {
  const { replacing } = conflicting();
  const { props } = await question();
  expect(wishes()).toHaveLength(3);
  expect(pendingStore.get().var_apples).toBeUndefined();
  closeDialog();
  props.accept();
  // The pears come from the branch that the customer agreed to; the soap's branch needs another question.
  await waitFor(() => expect(wishes().map(({ name }) => name)).toEqual(["Soap"]));
  await question();
  expect(replacing().map(({ body }) => (body as { product: string }).product)).toEqual([
    "var_apples",
  ]);
  expect(readCookie(cookieNames.serviceName)).toBe("Grocery");
});

test("no keeps the cart: what was wished from that branch is dropped and not asked again", async () => {
  const { replacing } = conflicting();
  const first = await question();
  closeDialog();
  await waitFor(() => expect(wishes().map(({ name }) => name)).toEqual(["Soap"]));
  await waitFor(async () => expect(await question()).not.toBe(first));
  closeDialog();
  await waitFor(() => expect(wishes()).toEqual([]));
  expect(replacing()).toEqual([]);
  expect(
    screen.queryByText("We couldn't add Apples to your cart. Try again from the product page."),
  ).toBeNull();
});
