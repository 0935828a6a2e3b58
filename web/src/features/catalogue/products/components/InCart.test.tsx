import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CartItem, Product } from "../../../../api/types";
import { aCart, anItem } from "../../../../testing/cart";
import { product as card } from "../../../../testing/product";
import { mockApi, renderShop } from "../../../../testing/shop";
import { ProductInCart } from "./InCart";

const product = { ...card, id: "prd_koshary" } as unknown as Product;
const size = (line: string, variant: string, pack: string, qty: number): CartItem => {
  const item = anItem(line, { qty }, { pack, variant: { id: variant, name: pack } });
  return {
    ...item,
    order: { ...item.order, product: { ...item.order.product, id: product.id } },
  };
};
const cart = aCart({
  items: [
    size("plain", "var_small", "small", 1),
    size("large", "var_large", "large", 1),
    // With other extras: a separate line.
    size("dressed", "var_large", "large", 2),
    anItem("apples"),
  ],
});

test.each([
  ["all of it", undefined, "In your cart: 1 × small, 3 × large"],
  ["without what the button counts", "var_small", "In your cart: 3 × large"],
])("what of a product is in the cart: %s", async (_, except, said) => {
  mockApi({ "GET /get_card": cart });
  renderShop(<ProductInCart product={product} {...(except && { except })} />);
  await waitFor(() => expect(screen.getByText(/In your cart/).textContent).toBe(said));
});

test("what is in the cart with extras is not what the button counts", async () => {
  const dressed = size("dressed", "var_small", "small", 2);
  const extras = [{ id: "egg", group: "More", name: "Egg", qty: 1, price: 7 }];
  mockApi({
    "GET /get_card": aCart({
      items: [
        size("plain", "var_small", "small", 1),
        { ...dressed, order: { ...dressed.order, extras } },
      ],
    }),
  });
  renderShop(<ProductInCart product={product} except="var_small" />);
  await waitFor(() =>
    expect(screen.getByText(/In your cart/).textContent).toBe("In your cart: 2 × small"),
  );
});

test("what needs no word for its size is counted alone", async () => {
  mockApi({ "GET /get_card": aCart({ items: [size("plain", "var_small", "", 2)] }) });
  renderShop(<ProductInCart product={product} />);
  await waitFor(() => expect(screen.getByText(/In your cart/).textContent).toBe("In your cart: 2"));
});

test("nothing is said where none of it is in the cart", async () => {
  const calls = mockApi({ "GET /get_card": aCart() });
  renderShop(<ProductInCart product={product} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText(/In your cart/)).toBeNull();
});
