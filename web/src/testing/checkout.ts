/** Quotes for tests. */

import type { Address } from "../api/types";
import type { FilledQuote } from "../features/ordering/checkout/model";
import { aCart } from "./cart";

export const anAddress = (changes: Partial<Address> = {}): Address => ({
  id: "adr_1",
  type: "home",
  name: "Home",
  contact_name: "Mona",
  phone: "+201012345678",
  country: "EG",
  region: { id: "cairo", slug: "cairo", name: "Cairo" },
  district: { id: "maadi", slug: "maadi", name: "Maadi" },
  city: "Cairo",
  address: "Road 9",
  building_number: "12",
  floor: "3",
  apartment_number: "6",
  landmark: "",
  postal_code: "",
  lat: 29.96,
  lng: 31.25,
  is_default: true,
  delivers: true,
  ...changes,
});

export const aQuote = (changes: Partial<FilledQuote> = {}): FilledQuote => ({
  cart: aCart({ can_checkout: true, terms_version: "1", missing_to_minimum: 0 }),
  fulfilment: "delivery",
  tip_most: 1000,
  hold_minutes: 15,
  pickup: null,
  address: anAddress(),
  addresses: [anAddress()],
  unreached: [],
  times: {
    now: { available: true, promised_at: "2026-11-20T10:40:00Z", label: "" },
    slots: [
      { id: "s1", from: "2026-11-20T14:00:00Z", to: "2026-11-20T15:00:00Z", label: "" },
      { id: "s2", from: "2026-11-21T08:00:00Z", to: "2026-11-21T09:00:00Z", label: "" },
    ],
  },
  payment_methods: [
    { id: "cod", name: "Cash on delivery", available: true, reason: null },
    { id: "card", name: "Card", available: true, reason: null },
  ],
  totals: {
    price: 120,
    coupon_discount: 0,
    cart_total: 120,
    delivery_price: 15,
    tip: 0,
    tax: 16.58,
    total: 135,
    currency: "EGP",
  },
  steps: [
    { code: "items", label: "Items", amount: 120 },
    { code: "delivery", label: "Delivery", amount: 15 },
    { code: "total", label: "Total", amount: 135 },
  ],
  wallet: { balance: 0, most: 0, used: 0 },
  points: { points: 0, value: 0, most: 0, used: 0, worth: 0 },
  due: 135,
  cash_rounding: 0,
  cash_steps: [],
  problems: [],
  terms_version: "1",
  terms_accepted: false,
  can_place: true,
  ...changes,
});
