import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aCart } from "../../../../testing/cart";
import { aShopOrder } from "../../../../testing/orders";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import ReorderDialog from "./ReorderDialog";

afterEach(() => vi.unstubAllGlobals());

test("another branch's cart is asked about as everywhere; yes sets it aside", async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  const close = vi.fn();
  const calls = mockApi({
    "POST /order/reorder": ({ body }) => {
      const { confirm, replace_cart } = body as { confirm?: boolean; replace_cart?: boolean };
      if (!confirm) return { cart: null, changes: [] };
      return replace_cart
        ? { cart: aCart(), changes: [] }
        : refused(400, { code: "different_branch", message: "…" });
    },
  });
  const { where } = renderShop(<ReorderDialog id="ord_1" number="W-1" close={close} />);
  fireEvent.click(await screen.findByRole("button", { name: "Add to cart" }));
  const question = await screen.findByRole("alertdialog", { name: "Empty Cart?" });
  expect(question.textContent).toContain(
    "There are items from different shop in your cart. Would you like to empty your cart to add this item?",
  );
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Start a new cart" }));
  await waitFor(() => expect(where()).toContain("/cart"));
  expect(close).toHaveBeenCalledOnce();
  expect(
    calls
      .filter(({ method }) => method === "POST")
      .map(({ body }) => (body as { replace_cart?: boolean }).replace_cart ?? false),
  ).toEqual([false, false, true]);
});

test("what is not delivered here is not put into the cart: another area is chosen first", async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  const close = vi.fn();
  const calls = mockApi({
    "POST /order/reorder": {
      cart: null,
      changes: [{ code: "not_delivered", name: "Tahmisa", was: "", now: "" }],
    },
    "GET /orders/ord_1": aShopOrder(),
  });
  renderShop(<ReorderDialog id="ord_1" number="W-1" close={close} />);
  fireEvent.click(await screen.findByRole("button", { name: "Change area" }));
  expect(close).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Add to cart" })).toBeNull();
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a line names its variant", async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  const order = aShopOrder();
  const [first] = order.items;
  if (!first) throw new Error("no line");
  order.items = [{ ...first, variant_name: "Large" }];
  mockApi({ "POST /order/reorder": { cart: null, changes: [] }, "GET /orders/ord_1": order });
  renderShop(<ReorderDialog id="ord_1" number="W-1" close={vi.fn()} />);
  expect((await screen.findByText("Large")).closest("li")?.textContent).toContain(
    `${first.product.name} Large`,
  );
});

test("pressed twice, or again after no answer, it is confirmed once", async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  let answered = false;
  const calls = mockApi({
    "POST /order/reorder": ({ body }) => {
      if (!(body as { confirm?: boolean }).confirm) return { cart: null, changes: [] };
      if (answered) return { cart: aCart(), changes: [] };
      answered = true;
      return new Error("gone");
    },
  });
  const { where } = renderShop(<ReorderDialog id="ord_1" number="W-1" close={vi.fn()} />);
  const confirmed = () =>
    calls.filter(({ body }) => (body as { confirm?: boolean } | null)?.confirm);
  const button = await screen.findByRole("button", { name: "Add to cart" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByRole("alert");
  expect(confirmed().length).toBe(1);
  const again = screen.getByRole("button", { name: "Add to cart" });
  fireEvent.click(again);
  fireEvent.click(again);
  await waitFor(() => expect(where()).toContain("/cart"));
  fireEvent.click(again);
  expect(confirmed().length).toBe(2);
  const keys = confirmed().map(({ headers }) => headers["Idempotency-Key"]);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
