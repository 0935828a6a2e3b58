import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { product } from "../../testing/product";
import { mockApi, renderShop } from "../../testing/shop";
import { ProductLine } from "../products/ProductLine";
import { AddToCart } from "./AddToCart";

const opens_at = "2026-11-21T07:00:00Z";

test.each([
  ["open", {}, 1, null],
  ["closed by its hours", { is_closed: true, opens_at }, 1, null],
  ["paused until an hour", { is_closed: true, opens_at, closed_reason: "paused" }, 1, null],
  ["closed without an opening", { is_closed: true }, 0, "Not taking orders now"],
  ["switched off", { is_closed: true, closed_reason: "switched" }, 0, "Not taking orders now"],
] as const)("goods of a branch that is %s", (_, branch, ways, said) => {
  mockApi({});
  for (const variant_id of ["var_1", null]) {
    const goods = { ...product, variant_id, branch: { ...product.branch, ...branch } };
    const { unmount } = renderShop(<AddToCart product={goods} />);
    const found = [
      ...screen.queryAllByRole("button", { name: /^Add / }),
      ...screen.queryAllByRole("link", { name: /^Options for / }),
    ];
    expect(found).toHaveLength(ways);
    if (said) expect(screen.getByText(said)).toBeTruthy();
    else expect(screen.queryByText("Not taking orders now")).toBeNull();
    unmount();
  }
});

test("a line says once that nothing can be ordered", () => {
  mockApi({});
  const shut = { ...product, branch: { ...product.branch, is_closed: true } };
  renderShop(<ProductLine product={shut} seller="El Baraka" />);
  expect(screen.getAllByText("Not taking orders now")).toHaveLength(1);
  expect(screen.getByText("El Baraka")).toBeTruthy();
});
