/** Carts for tests. */

import type { BranchCard, Cart, CartItem, CartSummary } from "../api/types";

const picture = { src: "", srcset: "", width: 256, height: 256 };

export const aBranch = (changes: Partial<BranchCard> = {}): BranchCard => ({
  id: "brn_1",
  slug: "souq-maadi",
  name: "Souq, Maadi",
  store: { id: "str_1", slug: "souq", name: "Souq" },
  service: { id: "svc_grocery", slug: "grocery", name: "Grocery" },
  image: picture,
  is_closed: false,
  opens_at: null,
  closes_at: "2026-11-20T21:00:00Z",
  closed_reason: null,
  minimum_order: 100,
  delivery_fee: 15,
  delivery_minutes: 40,
  promise: "minutes",
  promise_days: 0,
  delivers: true,
  pickup_minutes: null,
  distance_m: 900,
  rating: { average: 4.5, count: 20 },
  district: { id: "maadi", slug: "maadi", name: "Maadi" },
  currency: "EGP",
  is_favorite: false,
  ...changes,
});

export const anItem = (
  id: string,
  changes: Partial<CartItem> = {},
  order: Partial<CartItem["order"]> = {},
): CartItem => ({
  id: `itm_${id}`,
  favorite: false,
  qty: 1,
  note: "",
  order: {
    product: { id: `prd_${id}`, slug: id, name: id, image: picture },
    variant: { id: `var_${id}`, name: "" },
    unit_grams: 0,
    unit_price: 40,
    old_unit_price: null,
    line_total: 40,
    min_qty: 1,
    max_qty: null,
    step_qty: 1,
    stock_left: null,
    problem: null,
    price_was: null,
    extras: [],
    extras_price: 0,
    has_extras: false,
    served: null,
    ...order,
  },
  ...changes,
});

export const aCart = (changes: Partial<Cart> = {}): Cart => ({
  id: "crt_1",
  service_id: "svc_grocery",
  branch: aBranch(),
  items_quantity: 1,
  price: 40,
  cart_total: 40,
  coupon_discount: 0,
  tax: 6.75,
  delivery_price: 15,
  total: 55,
  currency: "EGP",
  terms_version: "1",
  coupon_id: null,
  coupon_code: null,
  coupon_problem: null,
  items: [anItem("apples")],
  steps: [
    { code: "items", label: "Items", amount: 40 },
    { code: "delivery", label: "Delivery", amount: 15 },
    { code: "tax_included", label: "Includes VAT", amount: 6.75 },
    { code: "total", label: "Total", amount: 55 },
  ],
  minimum_order: 100,
  missing_to_minimum: 60,
  problems: [],
  can_checkout: false,
  parked: null,
  ...changes,
});

export const aSummary = (changes: Partial<CartSummary> = {}): CartSummary => ({
  id: "crt_1",
  service: { id: "svc_grocery", slug: "grocery", name: "Grocery" },
  branch: { id: "brn_1", slug: "souq-maadi", name: "Souq, Maadi" },
  items_quantity: 1,
  total: 55,
  currency: "EGP",
  parked: false,
  ...changes,
});
