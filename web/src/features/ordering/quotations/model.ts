import type { CartItem, Quotation, QuotationState } from "../../../api/types";
import { readFigures } from "../../../lib/format/figures";
import { paths } from "../../../lib/paths";

/** The page that requests a quotation, for the cart of a service or for a list. */
export function askPath(source: "cart" | "list", service = ""): string {
  const more = service === "" ? "" : `&service_id=${encodeURIComponent(service)}`;
  return `${paths.myQuotations}?ask=${source}${more}`;
}

/** Limits of a request, as on the server. */
export const longestNote = 500;
export const longestCompany = 120;
export const mostLines = 100;
export const mostUnits = 9999;

/** A product on the list, with its quantity. */
export interface Wanted {
  /** The variant's id; for a cart the line's, because several lines may have the same variant. */
  id: string;
  name: string;
  variantName: string;
  image: { src: string; width: number; height: number };
  qty: number;
  /** The weight of a unit if the product is sold by weight; 0 if by piece. */
  grams: number;
  extras?: CartItem["order"]["extras"];
  /** The quantity steps if the product has them; without them any quantity can be typed. */
  steps?: { min: number; step: number; max: number };
}

/** A cart's items with the wanted quantities in place of the cart's; 0 leaves a line out. */
export function wantedOf(items: readonly CartItem[], units: Record<string, number>): Wanted[] {
  return items
    .map(({ id, qty, order }) => ({
      id,
      name: order.product.name,
      variantName: order.pack,
      extras: order.extras,
      image: order.product.image,
      qty: units[id] ?? qty,
      grams: order.unit_grams,
      steps: {
        min: order.min_qty,
        step: order.step_qty,
        // The cart may have more than the maximum that applies now: the customer can count down from it.
        max: Math.max(order.max_qty ?? mostUnits, qty),
      },
    }))
    .filter(({ qty }) => qty > 0);
}

/** The list with a product added; its quantity grows if it is on the list already. */
export function withWanted(list: readonly Wanted[], more: Wanted): Wanted[] {
  const there = list.find((one) => one.id === more.id);
  if (!there) return [...list, more];
  return withUnits(list, more.id, there.qty + more.qty);
}

/** The list with another quantity of a line; 0 removes it. */
export function withUnits(list: readonly Wanted[], id: string, qty: number): Wanted[] {
  if (qty <= 0) return list.filter((one) => one.id !== id);
  const units = Math.min(qty, mostUnits);
  return list.map((one) => (one.id === id ? { ...one, qty: units } : one));
}

/** Parses a typed quantity in either set of digits; null if it is not one. */
export function readUnits(text: string): number | null {
  const plain = readFigures(text).trim();
  const value = Number(plain);
  return /^\d{1,4}$/.test(plain) && value >= 1 ? value : null;
}

/** The error in a typed quantity, as a key of "quotations"; null if there is none. */
export function wrongUnits(text: string, most: number): string | null {
  const plain = readFigures(text).trim();
  if (plain === "") return "required";
  if (!/^\d+$/.test(plain)) return "numbers_only";
  const units = readUnits(text);
  return units === null || units > most ? "quantity_wrong" : null;
}

/** Whether a tax number is valid: nine digits, or empty. */
export function taxNumberFits(text: string): boolean {
  const plain = readFigures(text).replace(/[\s-]/g, "");
  return plain === "" || /^\d{9}$/.test(plain);
}

export function isOpen(state: QuotationState): boolean {
  return ["requested", "change_requested", "priced", "accepted"].includes(state);
}

/** The customer's next step, which selects the text at the top of the page. */
export function nextStep(quotation: Quotation): "wait" | "answer" | "order" | "done" | "ended" {
  if (quotation.can_order) return "order";
  if (quotation.can_accept) return "answer";
  if (quotation.state === "ordered") return "done";
  return quotation.state === "requested" || quotation.state === "change_requested"
    ? "wait"
    : "ended";
}
