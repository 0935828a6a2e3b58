import { describe, expect, test } from "vitest";
import { aCart, anItem, aSummary } from "../../testing/cart";
import { withCart } from "./api";
import {
  cartPath,
  chosenService,
  hidesCartBar,
  isChanging,
  mostOf,
  shownItems,
  stepTone,
  unitsIn,
} from "./model";

const grocery = aSummary({ items_quantity: 3 });
const food = aSummary({
  id: "crt_2",
  service: { id: "svc_food", slug: "food", name: "Food" },
  items_quantity: 2,
});
const parked = aSummary({ id: "crt_3", parked: true, items_quantity: 9 });

describe("which cart is shown", () => {
  test("the one the address asks for, by id or slug", () => {
    expect(chosenService([grocery, food], "food", "svc_grocery")).toBe("svc_food");
    expect(chosenService([grocery, food], "svc_food", "")).toBe("svc_food");
    expect(chosenService([], "svc_food", "")).toBe("svc_food");
  });
  test("otherwise the service somebody shops in, when it has a cart", () => {
    expect(chosenService([grocery, food], "", "svc_food")).toBe("svc_food");
    expect(chosenService([grocery], "", "svc_food")).toBe("svc_grocery");
  });
  test("a parked cart is better than none", () => {
    expect(chosenService([parked], "", "")).toBe("svc_grocery");
    expect(chosenService([], "", "")).toBe("");
  });
});

test("counts what is being filled, not what is parked", () => {
  expect(unitsIn([grocery, food, parked])).toBe(5);
});

test("a changed cart takes its place in the list, with what it parked", () => {
  const cart = aCart({ items_quantity: 4, parked: { ...parked, items_quantity: 1 } });
  const list = withCart([grocery, food], cart);
  expect(list.map(({ id, items_quantity }) => `${id} ${items_quantity}`)).toEqual([
    "crt_2 2",
    "crt_1 4",
    "crt_3 1",
  ]);
  expect(withCart([grocery, food], aCart({ items: [], parked: null }))).toEqual([food]);
});

test("a line that holds more than there is can be counted down, not up", () => {
  expect(mostOf(anItem("a", { qty: 5 }, { stock_left: 2 }))).toBe(5);
  expect(mostOf(anItem("a", { qty: 1 }, { stock_left: 2, max_qty: 9 }))).toBe(2);
  expect(mostOf(anItem("a"))).toBe(Number.POSITIVE_INFINITY);
});

test("a line just taken away is gone at once, and the sums are known to be old", () => {
  const items = [anItem("a"), anItem("b")];
  const pending = { var_a: { qty: 0, refusal: null } };
  expect(shownItems(items, pending).map(({ id }) => id)).toEqual(["itm_b"]);
  expect(isChanging(items, pending)).toBe(true);
  expect(isChanging(items, { var_a: { qty: -1, refusal: "no" } })).toBe(false);
});

test("says which lines of a sum take off", () => {
  const step = { label: "", amount: -5 };
  expect(stepTone({ ...step, code: "coupon" })).toBe("less");
  expect(stepTone({ ...step, code: "tip", amount: 5 })).toBe("plain");
  expect(stepTone({ ...step, code: "total", amount: 5 })).toBe("total");
});

test("the bar stays off pages that say the same or have one thing to do", () => {
  expect(hidesCartBar("/quotations/quo_1")).toBe(true);
  expect(hidesCartBar("/cart")).toBe(true);
  expect(hidesCartBar("/account/my-orders")).toBe(true);
  expect(hidesCartBar("/cartoons")).toBe(false);
  expect(hidesCartBar("/home")).toBe(false);
  expect(cartPath("")).toBe("/cart");
});
