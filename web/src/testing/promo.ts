import type { CouponTerms } from "../api/types";

/** The benefit and conditions of a sample coupon. */
export const coupon: CouponTerms = {
  id: "cpn_1",
  code: "TEN",
  kind: "percent",
  percent: 12.5,
  amount: null,
  minimum: 100,
  cap: 60,
  currency: "EGP",
  starts_at: null,
  ends_at: "2026-11-22T10:00:00Z",
  customer_limit: 1,
  first_order: false,
  services: [{ id: "svc_food", slug: "food", name: "Food" }],
  stores: [],
  categories: [],
};
