import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Product } from "../../../api/types";
import { product } from "../../../testing/product";
import { renderShop } from "../../../testing/shop";
import { Buy } from "./Buy";

const shirt = {
  ...product,
  branch: { ...product.branch, delivers: true },
  description: "Heavy cotton.",
  images: [],
  related: [],
  breadcrumbs: [],
  offers: [],
  attributes: [],
  vat_percent: null,
  extras: null,
  options: [
    {
      id: "colour",
      name: "Colour",
      values: [
        { id: "black", name: "Black" },
        { id: "white", name: "White" },
      ],
    },
  ],
  variants: ["black", "white"].map((colour) => ({
    id: `var_${colour}`,
    name: colour,
    choices: { colour },
    price: 60,
    old_price: null,
    available: true,
    stock_left: null,
    image: null,
  })),
} as unknown as Product;

function open(one = shirt) {
  renderShop(<Buy product={one} branch={undefined} />);
  return (name: string) =>
    screen.getByRole<HTMLInputElement>("radio", { name: new RegExp(`^${name}`) });
}

test("a choice is kept while the page is drawn anew, as long as it is sold", () => {
  const radio = open();
  expect(radio("Black").checked).toBe(true);
  expect(document.querySelectorAll("fieldset circle")).toHaveLength(2);
  expect(screen.getByText("Heavy cotton.")).toBeTruthy();
  fireEvent.click(radio("White"));
  cleanup();
  expect(open()("White").checked).toBe(true);
  cleanup();
  const gone = { ...shirt, variants: shirt.variants.slice(0, 1) };
  expect(open(gone)("Black").checked).toBe(true);
});
