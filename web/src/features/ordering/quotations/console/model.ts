import { readAmount } from "../../../../lib/format/amount";
import { priced } from "../../../../lib/format/weight";
import type { ConsoleQuotation, PriceBody } from "./api";

/** An offer while it is edited, with texts as typed. */
export interface OfferDraft {
  /** Unit prices by line. */
  units: Record<string, string>;
  delivery: string;
  days: string;
  note: string;
}

/** Usual validity periods of offers. */
export const usualDays = ["1", "3", "7", "14", "30"] as const;

/** The initial draft: the current offer, otherwise the regular prices. */
export function firstDraft(quotation: ConsoleQuotation): OfferDraft {
  return {
    units: Object.fromEntries(
      quotation.shelf.map((item) => [item.id, String(item.unit_price ?? item.shelf_price)]),
    ),
    delivery: String(quotation.offer?.delivery_price ?? quotation.zone_fee),
    days: "7",
    note: quotation.offer?.note ?? "",
  };
}

/** Parses a typed price; null if it is not one. An empty text is not a price: free is typed as 0. */
export function readPrice(text: string): number | null {
  return text.trim() === "" ? null : readAmount(text);
}

const round = (amount: number) => Math.round(amount * 100) / 100;

/** The sums of the offer while it is edited; lines with an invalid amount count as 0. */
export function sumsOf(quotation: ConsoleQuotation, draft: OfferDraft) {
  let items = 0;
  let shelf = 0;
  for (const item of quotation.shelf) {
    items += (readPrice(draft.units[item.id] ?? "") ?? 0) * priced(item.qty, item.unit_grams);
    shelf += item.shelf_price * priced(item.qty, item.unit_grams);
  }
  const delivery = readPrice(draft.delivery) ?? 0;
  return {
    items: round(items),
    shelf: round(shelf),
    delivery,
    total: round(items + delivery),
    /** The discount from the regular prices in per cent; negative if the offer is above them. */
    off: shelf > 0 ? Math.round(((shelf - items) / shelf) * 1000) / 10 : 0,
  };
}

/** The offer as it is sent; null while an amount is invalid. */
export function bodyOf(quotation: ConsoleQuotation, draft: OfferDraft): PriceBody | null {
  const delivery = readPrice(draft.delivery);
  const lines = quotation.shelf.map(({ id }) => ({
    id,
    unit_price: readPrice(draft.units[id] ?? ""),
  }));
  if (delivery === null || lines.some(({ unit_price: unit }) => unit === null)) return null;
  const note = draft.note.trim();
  return {
    lines: lines.map(({ id, unit_price: unit }) => ({ id, unit_price: unit ?? 0 })),
    delivery_price: delivery,
    valid_days: Number(draft.days),
    ...(note === "" ? {} : { note }),
    expected_seq: quotation.event_seq,
  };
}

/** Whether the branch does not sell a line's product, or has too little of it to deliver it now. */
export function isShort(item: ConsoleQuotation["shelf"][number]): boolean {
  return !item.sold || item.in_stock < item.qty;
}
