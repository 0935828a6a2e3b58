import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../testing/framed";
import { aReturnable } from "../../../testing/returns";
import { type Answer, mockApi, renderShop } from "../../../testing/shop";
import page from "./ask";

const { Component } = page;
const asks = "GET /orders/ord_1/returnable";
const at = { at: "/account/my-orders/return/ord_1", params: { id: "ord_1" } };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

testFrame({
  Component,
  ...at,
  answers: { [asks]: aReturnable() },
  asks,
  loading: "Loading",
  failed: "We couldn't load the items you can return",
  found: "Rice",
});

function open(answer: Answer) {
  const calls = mockApi({ [asks]: answer });
  const shown = renderShop(<Component />, at);
  return { ...shown, calls };
}

test("nothing can be given back: why, and the way to the order", async () => {
  open(aReturnable({ can_return: false, why_not: "The time for returns is over." }));
  expect(await screen.findByText("The time for returns is over.")).toBeTruthy();
  expect(
    screen.getByRole("heading", { name: "Nothing in this order can be returned" }),
  ).toBeTruthy();
});

test("a return asked for before is led to", async () => {
  const before = { id: "ret_1", number: "R-1", state: "requested", state_label: "Asked for" };
  open(aReturnable({ can_return: false, why_not: "Everything is on its way.", returns: [before] }));
  await screen.findByText("Everything is on its way.");
  const to = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(to.some((href) => href?.includes("ret_1"))).toBe(true);
});

test("nothing chosen, or without a reason: said in its place, and the step stays", async () => {
  const { where } = open(aReturnable());
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Choose at least one item to return.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("This field is required")).toBeTruthy();
  expect(where()).toBe(at.at);
});

test("the refund is asked for once, whatever is written in the comment", async () => {
  const preview = "POST /orders/ord_1/return/preview";
  const calls = mockApi({ [asks]: aReturnable(), [preview]: { total: 31, currency: "EGP" } });
  renderShop(<Component />, at);
  await screen.findByText("Rice");
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "changed_mind" } });
  expect(await screen.findByText(/31/)).toBeTruthy();
  const comment = screen.getByRole("textbox");
  fireEvent.change(comment, { target: { value: "Too sweet" } });
  fireEvent.change(comment, { target: { value: "x".repeat(201) } });
  expect(await screen.findByText(/^Too long/)).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/31/)).toBeTruthy());
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    {
      items: [{ line_id: "lin_1", qty: 1, reason_id: "changed_mind" }],
      refund_to: "wallet",
    },
  ]);
});
