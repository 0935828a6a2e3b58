import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ProductCard as ProductData } from "../../api/types";
import { renderShop } from "../../testing/shop";
import { ProductCard } from "./ProductCard";

const product: ProductData = {
  id: "prd_1",
  slug: "water",
  name: "مياه عبوة 6",
  image: { src: "/media/x.webp", srcset: "", width: 256, height: 256 },
  service: { id: "svc_1", slug: "grocery", name: "سوبر ماركت" },
  tint: "grocery",
  store: { id: "sto_1", slug: "bakala", name: "البقالة" },
  branch: {
    id: "br_1",
    slug: "bakala-dokki",
    name: "البقالة، الدقي",
    is_closed: false,
    delivers: false,
  },
  category: { id: "cat_1", slug: "water", name: "مياه" },
  variant_id: "var_1",
  price: 60,
  price_varies: false,
  old_price: null,
  discount_percent: null,
  currency: "EGP",
  unit: "",
  pack: "",
  choices: 1,
  extras: false,
  menu: null,
  min_qty: 1,
  max_qty: null,
  step_qty: 1,
  unit_grams: 0,
  stock_left: null,
  available: true,
  favorite: 0,
  rating: { average: 0, count: 0 },
};

test("a branch that does not reach the customer is said before anything is added", () => {
  const far = renderShop(<ProductCard product={product} showBranch />, {
    lang: "ar",
    scope: { figures: "arab" },
  });
  expect(screen.getByText("لا توصيل إلى منطقتك")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "مياه عبوة ٦" })).toBeTruthy();
  far.unmount();
  for (const delivers of [true, null]) {
    const near = { ...product, branch: { ...product.branch, delivers } };
    const { unmount } = renderShop(<ProductCard product={near} showBranch />, { lang: "ar" });
    expect(screen.queryByText("لا توصيل إلى منطقتك")).toBeNull();
    unmount();
  }
});
