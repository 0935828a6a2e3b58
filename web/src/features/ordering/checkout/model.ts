import type { Cart, Quote } from "../../../api/types";
import { readAmount } from "../../../lib/format/amount";
import type { Choice, PlaceBody } from "./api";

/** A quote of a cart with items; the server refuses to quote an empty one. */
export type FilledQuote = Quote & { cart: Cart };

export function isFilled(quote: Quote): quote is FilledQuote {
  return quote.cart !== null;
}

/** The customer's input on the page, as typed. */
export interface Draft {
  /** Delivered to the door, or collected at the branch. */
  fulfilment: "delivery" | "pickup";
  address: string;
  /** A slot's id, "" for now. */
  slot: string;
  method: "cod" | "card";
  note: string;
  tip: string;
  changeFor: string;
  /** The amount to pay from the wallet: "" for nothing, "max" for as much as possible, or an amount as typed. */
  wallet: string;
  /** The same for points. */
  points: string;
}

export const emptyDraft: Draft = {
  fulfilment: "delivery",
  address: "",
  slot: "",
  method: "cod",
  note: "",
  tip: "",
  changeFor: "",
  wallet: "",
  points: "",
};

/** The wallet amount to quote with: the typed amount, or "" while it is not valid. */
export function tenderOf(text: string): string {
  if (text === "max") return text;
  const amount = readAmount(text);
  return amount === null || amount === 0 ? "" : String(amount);
}

/** The same for points, which are whole numbers: the server refuses to quote with a fraction. */
export function pointsOf(text: string): string {
  const asked = tenderOf(text);
  return asked === "max" || Number.isInteger(Number(asked)) ? asked : "";
}

export const longestNote = 500;
export const tipPresets = [5, 10, 20] as const;

/** The tip to quote with: the typed amount if it is valid, otherwise none. */
export function tipOf(draft: Draft): number {
  // A collected order has no courier.
  if (draft.fulfilment === "pickup") return 0;
  const tip = readAmount(draft.tip);
  return tip ?? 0;
}

export function choiceOf(draft: Draft): Choice {
  return {
    fulfilment: draft.fulfilment,
    address_id: draft.address,
    payment_method: draft.method,
    tip: tipOf(draft),
    slot: draft.slot,
    use_wallet: tenderOf(draft.wallet),
    use_points: pointsOf(draft.points),
  };
}

/** The chosen slot if it still exists; "" for now; null if the customer must choose a time. */
export function slotOf(draft: Draft, quote: Quote): string | null {
  if (draft.slot !== "") {
    return quote.times.slots.some((slot) => slot.id === draft.slot) ? draft.slot : null;
  }
  return quote.times.now?.available ? "" : null;
}

/** The default while the branch is closed: the first slot; null if a time is chosen or now is available. */
export function soonestOf(draft: Draft, quote: Quote): string | null {
  if (draft.slot !== "" || quote.times.now?.available) return null;
  return quote.times.slots[0]?.id ?? null;
}

/** The chosen payment method, or the first available; null if there is none. */
export function methodOf(draft: Draft, quote: Quote): Draft["method"] | null {
  const open = quote.payment_methods.filter((method) => method.available);
  return open.find((method) => method.id === draft.method)?.id ?? open[0]?.id ?? null;
}

export type Field =
  | "address"
  | "time"
  | "tenders"
  | "method"
  | "changeFor"
  | "note"
  | "tip"
  | "terms";

/** In the order of the page, so that the first wrong field can get the focus. */
export const fields: readonly Field[] = [
  "address",
  "time",
  "tenders",
  "method",
  "changeFor",
  "tip",
  "note",
  "terms",
];

/** The quote as this method pays it: for cash the total is rounded down if the shop is set to. */
export function payable<Q extends Quote>(quote: Q, method: string | null): Q {
  if (method !== "cod" || quote.cash_rounding === 0) return quote;
  const due = Math.round((quote.due - quote.cash_rounding) * 100) / 100;
  return { ...quote, due, steps: quote.cash_steps };
}

/** Missing or wrong fields, as keys of texts in "checkout". */
export function problemsOf(
  draft: Draft,
  quote: Quote,
  accepted: boolean,
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  const pickup = draft.fulfilment === "pickup";
  if (pickup) {
    if (has(quote, "no_pickup")) found.address = "no_pickup";
  } else if (!quote.address) found.address = "address_needed";
  else if (unreached(quote)) found.address = "not_delivered";
  if (slotOf(draft, quote) === null) found.time = pickup ? "time_needed_pickup" : "time_needed";
  const method = methodOf(draft, quote);
  if (method === null) found.method = "method_needed";
  if (method === "cod" && quote.due > 0) {
    const change = readAmount(draft.changeFor);
    if (change === null) found.changeFor = "amount_wrong";
    else if (change > 0 && change < payable(quote, method).due)
      found.changeFor = "change_too_small";
  }
  const { wallet, points } = wrongTenders(draft);
  const tenders = wallet ?? points;
  if (tenders) found.tenders = tenders;
  const tip = pickup ? 0 : readAmount(draft.tip);
  if (tip === null) found.tip = "amount_wrong";
  else if (tip > quote.tip_most) found.tip = "tip_too_much";
  if (!accepted) found.terms = "terms_needed";
  return found;
}

/** Errors in the typed wallet amount and points, each for its field. */
export function wrongTenders(draft: Pick<Draft, "wallet" | "points">): {
  wallet?: string;
  points?: string;
} {
  const wallet = draft.wallet === "max" ? 0 : readAmount(draft.wallet);
  const points = draft.points === "max" ? 0 : readAmount(draft.points);
  return {
    ...(wallet === null ? { wallet: "amount_wrong" } : {}),
    ...(points === null
      ? { points: "amount_wrong" }
      : Number.isInteger(points)
        ? {}
        : { points: "points_wrong" }),
  };
}

export function has(quote: Pick<Quote, "problems">, code: string): boolean {
  return quote.problems.some((problem) => problem.code === code);
}

/** Why the branch does not deliver to the chosen address, if so. */
export function unreached(quote: Quote): Quote["problems"][number] | undefined {
  return quote.problems.find(({ code }) =>
    ["not_delivered", "outside_zone", "other_district"].includes(code),
  );
}

/**
 * Anything else that prevents the order once the form is valid: the quote's first problem with its message, or a cart
 * line (without a message) that has to be corrected in the cart.
 */
export function obstacleOf(quote: FilledQuote): { code: string; message: string } | null {
  const problem = quote.problems[0];
  if (problem) return problem;
  const line = quote.cart.items.find((item) => item.order.problem !== null)?.order.problem;
  return line ? { code: line.code, message: "" } : null;
}

/** The cart lines that have to be corrected, each with its problem. */
export function linesOf(quote: FilledQuote): { name: string; problem: string }[] {
  return quote.cart.items.flatMap(({ order: { product, problem } }) =>
    problem ? [{ name: product.name, problem: problem.message }] : [],
  );
}

/** The order as it is sent; null while something is missing. */
export function bodyOf(service: string, draft: Draft, quote: Quote): PlaceBody | null {
  const slot = slotOf(draft, quote);
  const method = methodOf(draft, quote);
  const change = readAmount(draft.changeFor) ?? 0;
  const pickup = draft.fulfilment === "pickup";
  const tip = tipOf(draft);
  const note = draft.note.trim();
  if (slot === null || method === null || !(pickup || quote.address)) return null;
  return {
    service_id: service,
    ...(pickup ? { fulfilment: "pickup" as const } : { address_id: quote.address?.id ?? "" }),
    payment_method: method,
    ...(slot !== ""
      ? { slot_id: slot }
      : quote.times.now
        ? {
            promised_at: quote.times.now.promised_at,
            ...(quote.times.now.promise_proof
              ? { promise_proof: quote.times.now.promise_proof }
              : {}),
          }
        : {}),
    ...(note === "" ? {} : { note }),
    ...(tip > 0 ? { tip } : {}),
    ...(method === "cod" && change > 0 && quote.due > 0 ? { change_for: change } : {}),
    ...(quote.wallet.used > 0 ? { wallet_amount: quote.wallet.used } : {}),
    ...(quote.points.used > 0 ? { points: quote.points.used } : {}),
    accept_terms: true,
    terms_version: quote.terms_version,
    expected_total: quote.totals.total,
  };
}

/** The form field that shows the error of each API field. */
export const fieldOf: Readonly<Record<string, Field>> = {
  fulfilment: "address",
  address_id: "address",
  slot_id: "time",
  payment_method: "method",
  change_for: "changeFor",
  tip: "tip",
  note: "note",
  accept_terms: "terms",
  wallet_amount: "tenders",
  points: "tenders",
};

/** Banknotes that the customer is likely to pay with: the next multiples of 50, 100 and 200 above the total. */
export function likelyNotes(total: number): number[] {
  const above = [50, 100, 200].map((note) => Math.ceil(total / note) * note);
  return [...new Set(above)].filter((sum) => sum > total);
}

/** Groups slots by their day (Cairo), in the given order; `dayOf` names a slot's day. */
export function byDay<T extends { from: string }>(
  slots: readonly T[],
  dayOf: (at: number) => string,
): [day: string, slots: T[]][] {
  const days = new Map<string, T[]>();
  for (const slot of slots) {
    const day = dayOf(Date.parse(slot.from));
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days];
}

/** Refusals that the customer resolves in the cart. */
export const cartCodes: ReadonlySet<string> = new Set([
  "out_of_stock",
  "unavailable",
  "below_minimum",
  "max_qty",
  "min_qty",
  "step_qty",
  "cart_changed",
  "empty_cart",
  "too_many_units",
]);
