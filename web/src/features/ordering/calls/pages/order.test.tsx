import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aShopOrder } from "../../../../testing/orders";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import { keepOrder } from "../kept";
import page from "./order";

const { Component } = page;
const at = { at: "/call-orders/ord_1", params: { id: "ord_1" }, scope: { session: "" } };
const phone = "+201012345678";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const held = aShopOrder({ id: "ord_1", status: "on_hold", can_cancel: true });
const waiting = {
  order: held,
  call: { state: "waiting", code: "4071", until: "2026-11-20T12:00:00Z", phone },
};
const opened = () => keepOrder({ id: "ord_1", token: "secret", at: Date.now() });

test("while the branch is to call, the page shows the code and asks with its token alone", async () => {
  opened();
  const calls = mockApi({ "GET /call-orders/ord_1": waiting });
  renderShop(<Component />, at);
  expect(await screen.findByText("4071")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Waiting for the call");
  expect(calls[0]?.headers["order-token"]).toBe("secret");
});

test("once it is confirmed there is no code", async () => {
  opened();
  mockApi({
    "GET /call-orders/ord_1": {
      order: aShopOrder({ id: "ord_1", status: "pending" }),
      call: { state: "confirmed", code: null, until: null, phone },
    },
  });
  renderShop(<Component />, at);
  expect(await screen.findByText("Order confirmed")).toBeTruthy();
  expect(document.querySelector("[data-code]")).toBeNull();
});

test("one that came to nothing says so, and leads back to the branch", async () => {
  opened();
  mockApi({
    "GET /call-orders/ord_1": {
      order: aShopOrder({ id: "ord_1", status: "cancelled", status_label: "Cancelled" }),
      call: { state: "ended", code: null, until: null, phone },
    },
  });
  renderShop(<Component />, at);
  expect(await screen.findByRole("link", { name: "Order again" })).toBeTruthy();
});

test("cancelling asks first", async () => {
  opened();
  const calls = mockApi({
    "GET /call-orders/ord_1": waiting,
    "POST /call-orders/ord_1/cancel": {
      order: aShopOrder({ id: "ord_1", status: "cancelled", status_label: "Cancelled" }),
      call: { state: "ended", code: null, until: null, phone },
    },
  });
  renderShop(<Component />, at);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel order" }));
  expect(calls.every(({ method }) => method === "GET")).toBe(true);
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(
    [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Cancel order") ??
      dialog,
  );
  await waitFor(() => expect(screen.getByRole("link", { name: "Order again" })).toBeTruthy());
});

test("an order that does not come says so and can be asked for again", async () => {
  opened();
  mockApi({ "GET /call-orders/ord_1": refused(500, { code: "internal", message: "…" }) });
  renderShop(<Component />, at);
  expect(await screen.findByText("We couldn't load your order")).toBeTruthy();
});

test("another browser is told that it opens elsewhere, and asks for nothing", async () => {
  const calls = mockApi({});
  renderShop(<Component />, at);
  expect(await screen.findByText("This order opens in another browser")).toBeTruthy();
  expect(calls).toEqual([]);
});
