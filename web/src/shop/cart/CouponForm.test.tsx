import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeDialog, dialogStore } from "../../lib/dialogs";
import { aCart, anItem } from "../../testing/cart";
import { mockApi, refused, renderShop } from "../../testing/shop";
import { cartQuery } from "./api";
import { CouponForm } from "./CouponForm";

beforeEach(closeDialog);
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en", "Apply", "This field is required"],
  ["ar", "تطبيق", "هذا الحقل مطلوب"],
] as const)("a coupon without a code: %s", async (lang, apply, text) => {
  mockApi({});
  renderShop(<CouponForm cart={aCart()} />, { lang });
  fireEvent.click(screen.getByRole("button", { name: apply }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test("a 400 about another branch shows nothing and asks whether to empty the cart; yes empties it", async () => {
  const cart = aCart({ items: [anItem("apples"), anItem("milk")] });
  const empty = aCart({ items: [], items_quantity: 0 });
  const calls = mockApi({
    "GET /get_card": empty,
    "POST /add_coupon": refused(400, {
      message:
        "There are items from different store in your cart. Would you like to empty your cart to add this item?",
    }),
    "DELETE /orders/item/itm_apples": aCart({ items: [anItem("milk")] }),
    "DELETE /orders/item/itm_milk": empty,
  });
  const { client, scope } = renderShop(<CouponForm cart={cart} />);
  client.setQueryData(cartQuery(scope, "svc_grocery").queryKey, cart);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "HELLO" } });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(dialogStore.get()?.name).toBe("emptyCart"));
  expect(screen.queryByText(/different store/)).toBeNull();
  const open = dialogStore.get();
  if (open?.name === "emptyCart") open.props.accept();
  await waitFor(() =>
    expect(client.getQueryData(cartQuery(scope, "svc_grocery").queryKey)?.items).toEqual([]),
  );
  expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});
