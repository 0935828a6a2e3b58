/** Things for tests of quotations. */

import type { Quotation, QuotationCard } from "../api/types";

const image = { src: "/files/rice.jpg", srcset: "", width: 400, height: 400 };
const ref = (id: string, name: string) => ({ id, name, slug: id });

export function aQuotationCard(changes: Partial<QuotationCard> = {}): QuotationCard {
  return {
    id: "quo_1",
    number: "Q-1",
    state: "priced",
    state_label: "Offer made",
    branch: ref("brn_1", "Maadi"),
    store: ref("sto_1", "El Baraka"),
    store_image: image,
    image,
    first_items: ["Rice"],
    first_images: [image],
    more_items: 0,
    items_quantity: 40,
    total: 1200,
    currency: "EGP",
    open: true,
    expires_at: "2026-11-22T10:00:00Z",
    created_at: "2026-11-18T10:00:00Z",
    updated_at: "2026-11-19T10:00:00Z",
    ...changes,
  };
}

/** Forty bags of rice, priced; the offer holds for two days. */
export function aQuotation(changes: Partial<Quotation> = {}): Quotation {
  return {
    id: "quo_1",
    number: "Q-1",
    state: "priced",
    state_label: "Offer made",
    event_seq: 2,
    can_accept: true,
    can_change: true,
    can_decline: true,
    can_order: false,
    branch: { ...ref("brn_1", "Maadi"), address: "Road 9", phone: "", lat: 29.96, lng: 31.25 },
    store: ref("sto_1", "El Baraka"),
    store_image: image,
    service: ref("svc_grocery", "Groceries"),
    district: ref("maadi", "Maadi"),
    company_name: "Nile Office",
    tax_number: "",
    note: "",
    currency: "EGP",
    created_at: "2026-11-18T10:00:00Z",
    expires_at: "2026-11-22T10:00:00Z",
    order_id: null,
    items_quantity: 40,
    items: [
      {
        id: "qit_1",
        product: { id: "prd_rice", slug: "rice", name: "Rice", image },
        variant_id: "var_rice",
        variant_name: "1 kg",
        extras: [],
        qty: 40,
        unit_grams: 0,
        list_price: 35,
        unit_price: 30,
        line_total: 1200,
      },
    ],
    offer: {
      version: 1,
      priced_at: "2026-11-19T10:00:00Z",
      expires_at: "2026-11-22T10:00:00Z",
      price: 1200,
      delivery_price: 0,
      tax: 0,
      total: 1200,
      note: "",
      steps: [{ code: "total", label: "Total", amount: 1200 }],
    },
    earlier: [],
    timeline: [
      {
        seq: 1,
        version: 0,
        state: "requested",
        label: "Asked for",
        at: "2026-11-18T10:00:00Z",
        by: "customer",
        note: "",
      },
    ],
    ...changes,
  };
}
