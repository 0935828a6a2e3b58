/** Things for tests of returns. */

import type { Returnable } from "../features/aftersales/returns/api";

/** An order of two bags of rice, delivered to the door; either reason will do. */
export function aReturnable(changes: Partial<Returnable> = {}): Returnable {
  return {
    order: { id: "ord_1", number: "W-1" },
    store: "El Baraka",
    store_image: { src: "", srcset: "", width: 256, height: 256 },
    currency: "EGP",
    fulfilment: "delivery",
    can_return: true,
    why_not: null,
    max_comment: 200,
    most_photos: 3,
    items: [
      {
        line_id: "lin_1",
        product: {
          id: "prd_rice",
          slug: "rice",
          name: "Rice",
          image: { src: "/files/rice.jpg", srcset: "", width: 400, height: 400 },
        },
        variant_name: "1 kg",
        qty: 2,
        unit_grams: 0,
        weight_grams: 0,
        left: 2,
        unit_price: 35,
        reasons: ["changed_mind"],
        until_as_new: "2026-12-01T10:00:00Z",
        until_defective: "2026-12-01T10:00:00Z",
        why_not: null,
        note: "",
      },
    ],
    reasons: [
      {
        id: "changed_mind",
        name: "I do not need it",
        defective: false,
        needs_comment: false,
        needs_photo: false,
      },
    ],
    methods: [{ id: "wallet", label: "Wallet", needs_bank: false, note: "" }],
    addresses: [],
    slots: [],
    returns: [],
    ...changes,
  };
}
