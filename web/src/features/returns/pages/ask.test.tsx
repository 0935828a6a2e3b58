import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../testing/framed";
import { type Answer, mockApi, renderShop } from "../../../testing/shop";
import { aReturnable } from "../testing";
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
  failed: "What can be returned could not be loaded.",
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
  expect(screen.getByRole("heading", { name: "Nothing can be returned" })).toBeTruthy();
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
  expect(await screen.findByText("Choose at least one product to return.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Return Rice" }));
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("This field is required")).toBeTruthy();
  expect(where()).toBe(at.at);
});
