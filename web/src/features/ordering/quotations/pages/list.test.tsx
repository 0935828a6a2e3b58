import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aCart, anItem } from "../../../../testing/cart";
import { testFrame } from "../../../../testing/framed";
import { aQuotation, aQuotationCard } from "../../../../testing/quotations";
import { mockApi, renderShop } from "../../../../testing/shop";
import page from "./list";

const { Component } = page;

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at: "/account/my-quotations",
  answers: { "GET /quotations": [aQuotationCard()] },
  asks: "GET /quotations",
  loading: "Loading your quotations",
  failed: "We couldn't load your quotations",
  found: "Offer made",
});

test("each leads to itself", async () => {
  mockApi({ "GET /quotations": [aQuotationCard()] });
  renderShop(<Component />, { at: "/account/my-quotations" });
  await screen.findByText("Offer made");
  const to = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(to).toContain("/quotations/quo_1");
});

test("nobody was asked yet", async () => {
  mockApi({ "GET /quotations": [] });
  renderShop(<Component />, { at: "/account/my-quotations" });
  expect(await screen.findByText("No quotations yet")).toBeTruthy();
});

test("a cart is quoted in other quantities, within what the product says, and stays as it is", async () => {
  const cases = { min_qty: 6, step_qty: 6, max_qty: 18 };
  const items = [anItem("water", { qty: 12 }, cases), anItem("tea"), anItem("salt")];
  const asked = mockApi({
    "GET /get_card": aCart({ items }),
    "POST /quotations": aQuotation(),
  });
  renderShop(<Component />, { at: "/account/my-quotations?ask=cart&service_id=svc_grocery" });
  const water = within(await screen.findByRole("group", { name: "Quantity of water" }));
  const more = water.getByRole("button", { name: "Add one more water" });
  fireEvent.click(more);
  fireEvent.click(more);
  expect(water.getByText("18")).toBeTruthy();
  expect(
    screen.getByRole("link", { name: "Add more from this branch" }).getAttribute("href"),
  ).toMatch(/^\/branches\/./);
  fireEvent.click(screen.getByRole("button", { name: "Remove tea from the list" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove salt from the list" }));
  // Nothing can be added on this page: the last line cannot be removed.
  expect(screen.queryByRole("button", { name: /from the list/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send request" }));
  const writes = () => asked.filter(({ method }) => method !== "GET");
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes().map(({ body }) => body)).toEqual([
    {
      service_id: "svc_grocery",
      from_cart: true,
      cart_items: [{ item_id: "itm_water", qty: 18 }],
    },
  ]);
});

test("a quantity is typed or stepped, and counting down to one keeps the focus and the line", async () => {
  mockApi({ "GET /get_card": aCart({ items: [anItem("tea"), anItem("salt")] }) });
  renderShop(<Component />, { at: "/account/my-quotations?ask=cart&service_id=svc_grocery" });
  const typed = (await screen.findByRole("textbox", {
    name: "Quantity of tea",
  })) as HTMLInputElement;
  fireEvent.change(typed, { target: { value: "40" } });
  fireEvent.click(screen.getByRole("button", { name: "Add one more tea" }));
  expect(typed.value).toBe("41");
  fireEvent.change(typed, { target: { value: "2" } });
  const less = screen.getByRole("button", { name: "Remove one tea" });
  less.focus();
  fireEvent.click(less);
  fireEvent.click(less);
  expect(typed.value).toBe("1");
  expect(less.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(less);
});
