import type { CartItem, Quotation, QuotationState } from "../../../api/types";
import { readFigures } from "../../../lib/format/figures";
import { paths } from "../../../lib/paths";

/** Where a quotation is asked for: of the cart of a service, or of a list. */
export function askPath(source: "cart" | "list", service = ""): string {
  const more = service === "" ? "" : `&service_id=${encodeURIComponent(service)}`;
  return `${paths.myQuotations}?ask=${source}${more}`;
}

/** Bounds of a request, as the server has them. */
export const longestNote = 500;
export const longestCompany = 120;
export const mostLines = 100;
export const mostUnits = 9999;

/** Something on the list, with how much of it. */
export interface Wanted {
  /** Its variant; of a cart the line, of which several may be of one variant. */
  id: string;
  name: string;
  variantName: string;
  image: { src: string; width: number; height: number };
  qty: number;
  /** What a unit weighs of what is sold by weight; 0: a piece. */
  grams: number;
  extras?: CartItem["order"]["extras"];
  /** How it is counted where the product says so; without it any number can be typed. */
  steps?: { min: number; step: number; max: number };
}

/** What a cart holds, in the quantities that are wanted instead; 0 leaves a line out. */
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
        // What is in the cart may be more than is sold at once by now: it can be counted down.
        max: Math.max(order.max_qty ?? mostUnits, qty),
      },
    }))
    .filter(({ qty }) => qty > 0);
}

/** The list with some more of something; what is there already becomes more. */
export function withWanted(list: readonly Wanted[], more: Wanted): Wanted[] {
  const there = list.find((one) => one.id === more.id);
  if (!there) return [...list, more];
  return withUnits(list, more.id, there.qty + more.qty);
}

/** The list with another quantity; 0 takes it off. */
export function withUnits(list: readonly Wanted[], id: string, qty: number): Wanted[] {
  if (qty <= 0) return list.filter((one) => one.id !== id);
  const units = Math.min(qty, mostUnits);
  return list.map((one) => (one.id === id ? { ...one, qty: units } : one));
}

/** A quantity as somebody types it, in either figures; null for what is none. */
export function readUnits(text: string): number | null {
  const plain = readFigures(text).trim();
  const value = Number(plain);
  return /^\d{1,4}$/.test(plain) && value >= 1 ? value : null;
}

/** What is wrong with a typed quantity, as a key of "quotations"; null for nothing. */
export function wrongUnits(text: string, most: number): string | null {
  const plain = readFigures(text).trim();
  if (plain === "") return "required";
  if (!/^\d+$/.test(plain)) return "numbers_only";
  const units = readUnits(text);
  return units === null || units > most ? "quantity_wrong" : null;
}

/** Whether a tax number can be one: nine digits, or nothing. */
export function taxNumberFits(text: string): boolean {
  const plain = readFigures(text).replace(/[\s-]/g, "");
  return plain === "" || /^\d{9}$/.test(plain);
}

export function isOpen(state: QuotationState): boolean {
  return ["requested", "change_requested", "priced", "accepted"].includes(state);
}

/** What the customer is to do next, for the words above the page. */
export function nextStep(quotation: Quotation): "wait" | "answer" | "order" | "done" | "ended" {
  if (quotation.can_order) return "order";
  if (quotation.can_accept) return "answer";
  if (quotation.state === "ordered") return "done";
  return quotation.state === "requested" || quotation.state === "change_requested"
    ? "wait"
    : "ended";
}
