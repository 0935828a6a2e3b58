import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { claimStore } from "../../../../shop/cart/claim";
import { aCart, aSummary } from "../../../../testing/cart";
import { mockApi, renderShop } from "../../../../testing/shop";
import WhichCartDialog from "./WhichCartDialog";

const guests = aSummary({ id: "crt_guest", parked: true, items_quantity: 2 });
const mine = aSummary({ id: "crt_mine", items_quantity: 5 });
const newer = { ...guests, branch: { ...guests.branch, name: "Fresh, Dokki" } };

beforeEach(() => {
  claimStore.set({ merged: 0, capped: [], conflict: newer, cart: null });
});

function open(lang: "en" | "ar" = "en") {
  const close = vi.fn();
  const calls = mockApi({
    "GET /carts": [newer, mine],
    "POST /carts/crt_guest/restore": aCart(),
  });
  renderShop(<WhichCartDialog close={close} />, { lang });
  return { close, restored: () => calls.filter(({ method }) => method === "POST").length };
}

test("the cart from before the sign-in is taken, and the other one set aside", async () => {
  const { close, restored } = open();
  fireEvent.click(
    await screen.findByRole("button", { name: /From before you signed in.*Fresh, Dokki.*2 items/ }),
  );
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(restored()).toBe(1);
  expect(claimStore.get()).toBeNull();
});

test.each([
  ["en", /Saved to your account.*5 items/],
  ["ar", /محفوظة في حسابك.*[5٥] قطع/],
] as const)("the older cart stays where it is (%s)", async (lang, own) => {
  const { close, restored } = open(lang);
  fireEvent.click(await screen.findByRole("button", { name: own }));
  expect(close).toHaveBeenCalledOnce();
  expect(restored()).toBe(0);
  expect(claimStore.get()).toBeNull();
});

test("what was capped is still told once a cart was chosen", async () => {
  const capped = [{ name: "Apples", qty: 1, unit_grams: 0 }];
  claimStore.set({ merged: 0, capped, conflict: newer, cart: null });
  open();
  fireEvent.click(await screen.findByRole("button", { name: /Saved to your account/ }));
  expect(claimStore.get()).toMatchObject({ capped, conflict: null });
});
