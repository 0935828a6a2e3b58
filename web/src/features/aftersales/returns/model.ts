import type { Format } from "../../../lib/useFormat";
import type { Photo } from "../../../shop/photos/usePhotos";
import type {
  AskBody,
  ItemBody,
  Reason,
  Return,
  Returnable,
  ReturnableItem,
  ReturnState,
} from "./api";

/** The steps of the flow, in sequence: the items, then pickup and refund, then the summary. */
export const steps = ["items", "handover", "summary"] as const;
export type StepName = (typeof steps)[number];
/** The two parts of the second step, which the URL may name. */
export const partsOf = { refund: "handover", pickup: "handover" } as const;
export type PartName = keyof typeof partsOf;
const isPart = (name: string): name is PartName => Object.hasOwn(partsOf, name);

/** The input for one line. */
export interface DraftItem {
  qty: number;
  reason: string;
  comment: string;
  photos: Photo[];
}

/** The draft of the flow, per order. */
export interface Draft {
  items: Record<string, DraftItem>;
  refundTo: string;
  iban: string;
  holder: string;
  address: string;
  slot: string;
}

export const emptyItem: DraftItem = { qty: 0, reason: "", comment: "", photos: [] };
export const emptyDraft: Draft = {
  items: {},
  refundTo: "",
  iban: "",
  holder: "",
  address: "order",
  slot: "",
};

/** The lines of a draft that are returned, as far as they still can be. */
export function chosen(offer: Returnable, draft: Draft): [string, DraftItem][] {
  return offer.items.flatMap((line): [string, DraftItem][] => {
    const item = draft.items[line.line_id];
    if (!item || item.qty <= 0 || line.reasons.length === 0) return [];
    return [[line.line_id, { ...item, qty: Math.min(item.qty, line.left) }]];
  });
}

/** The reasons that apply to a line, in the order of the list. */
export function reasonsOf(offer: Returnable, lineId: string): Reason[] {
  const allowed = offer.items.find((line) => line.line_id === lineId)?.reasons ?? [];
  return offer.reasons.filter((reason) => allowed.includes(reason.id));
}

/** Whether units of a line can still be returned. */
export const isPossible = (line: ReturnableItem): boolean =>
  line.reasons.length > 0 && line.left > 0;

/** Counts items: a line sold by weight counts as one. */
const things = (qty: number, grams: number) => (grams > 0 ? Math.min(qty, 1) : qty);

/** Formats a number of units: for products sold by weight, their weight at delivery. */
export const amountOf = (
  { amount }: Pick<Format, "amount">,
  line: Pick<ReturnableItem, "qty" | "unit_grams" | "weight_grams">,
  units = line.qty,
): string =>
  line.unit_grams > 0
    ? amount(Math.round((line.weight_grams * units) / line.qty), 1)
    : amount(units, 0);

/** Returns the number of items that a draft returns. */
export const unitsOf = (offer: Returnable, draft: Draft): number =>
  chosen(offer, draft).reduce((sum, [id, { qty }]) => {
    const line = offer.items.find(({ line_id }) => line_id === id);
    return sum + things(qty, line?.unit_grams ?? 0);
  }, 0);

/**
 * Returns the number of items of an order that can still be returned, and the number of all its items.
 */
export const shareOf = ({ items }: Pick<Returnable, "items">) => ({
  possible: items
    .filter(isPossible)
    .reduce((sum, { left, unit_grams }) => sum + things(left, unit_grams), 0),
  all: items.reduce((sum, { qty, unit_grams }) => sum + things(qty, unit_grams), 0),
});

/** Whether a return includes a part of the order already. */
export const isPartBack = ({ items }: Pick<Returnable, "items">): boolean =>
  items.some(({ left, qty }) => left < qty);

/**
 * The reasons why lines cannot be returned, by id; empty if the reason is the same for all, because it is shown once.
 */
export function whyNotOf({ items }: Pick<Returnable, "items">): ReadonlyMap<string, string> {
  const same = new Set(items.map(({ why_not }) => why_not)).size < 2;
  return new Map(
    same ? [] : items.flatMap(({ line_id, why_not }) => (why_not ? [[line_id, why_not]] : [])),
  );
}

export interface Deadline {
  /** The names of its products. */
  names: string[];
  /** The deadline for returns with any reason; null once only defects count. */
  asNew: number | null;
  /** The deadline for defects. */
  faulty: number;
}

/** The deadlines of the returnable lines: the nearest first, products with the same deadlines together. */
export function deadlinesOf(offer: Pick<Returnable, "items" | "reasons">): Deadline[] {
  const found = new Map<string, Deadline>();
  for (const line of offer.items) {
    const dates = isPossible(line) ? deadlineOf(offer, line) : null;
    if (!dates) continue;
    const key = `${dates.asNew} ${dates.faulty}`;
    const known = found.get(key) ?? { ...dates, names: [] };
    found.set(key, { ...known, names: [...known.names, line.product.name] });
  }
  const first = ({ asNew, faulty }: Deadline) => asNew ?? faulty;
  return [...found.values()].sort((a, b) => first(a) - first(b) || a.faulty - b.faulty);
}

/** The deadlines of a line; null if it cannot be returned. */
export function deadlineOf(
  { reasons }: Pick<Returnable, "reasons">,
  line: ReturnableItem,
): Pick<Deadline, "asNew" | "faulty"> | null {
  if (!line.until_defective) return null;
  const any =
    line.until_as_new &&
    reasons.some(({ id, defective }) => !defective && line.reasons.includes(id));
  return {
    asNew: any ? Date.parse(line.until_as_new as string) : null,
    faulty: Date.parse(line.until_defective),
  };
}

export type ItemField = "reason" | "comment" | "photos";
/** Missing input as text keys, by line and field; "" is the list itself. */
export type Problems = Record<string, Partial<Record<ItemField, string>>>;

/** The errors that prevent sending the items; the server validates them again. */
export function itemProblems(offer: Returnable, draft: Draft): Problems {
  const found: Problems = {};
  for (const [lineId, item] of chosen(offer, draft)) {
    const wrong: Partial<Record<ItemField, string>> = {};
    const reason = reasonsOf(offer, lineId).find(({ id }) => id === item.reason);
    if (!reason) wrong.reason = "returns:required";
    const length = [...item.comment.trim()].length;
    if (reason?.needs_comment && length === 0) wrong.comment = "returns:required";
    if (length > offer.max_comment) wrong.comment = "returns:too_long";
    if (reason?.needs_photo && item.photos.length === 0) wrong.photos = "returns:photo_needed";
    if (Object.keys(wrong).length > 0) found[lineId] = wrong;
  }
  return found;
}

/** Returns the earlier errors that still apply. */
export function both<T extends object>(then: T, now: T): Partial<T> {
  const left = Object.entries(now).filter(([field]) => field in then);
  return Object.fromEntries(left) as Partial<T>;
}

/** The same by line. */
export function stillMissing(then: Problems, now: Problems): Problems {
  const left = Object.entries(now).map(([line, wrong]) => [line, both(then[line] ?? {}, wrong)]);
  return Object.fromEntries(left) as Problems;
}

/** The items for the API. */
export function itemsBody(offer: Returnable, draft: Draft): ItemBody[] {
  return chosen(offer, draft).map(([lineId, item]) => ({
    line_id: lineId,
    qty: item.qty,
    reason_id: item.reason,
    ...(item.comment.trim() === "" ? {} : { comment: item.comment.trim() }),
    ...(item.photos.length === 0 ? {} : { photos: item.photos.map(({ id }) => id) }),
  }));
}

/** The refund method: the chosen one while it is offered, otherwise the default. */
export function wayOf(offer: Returnable, draft: Draft): string {
  const { methods } = offer;
  return methods.some(({ id }) => id === draft.refundTo) ? draft.refundTo : (methods[0]?.id ?? "");
}

/** The chosen pickup address while the branch reaches it, otherwise the order's. */
export function addressOf(offer: Returnable, draft: Draft): string {
  return offer.addresses.some(({ id, reached }) => id === draft.address && reached)
    ? draft.address
    : "order";
}

/** The chosen slot while it is offered; the next one before any is chosen. */
export function slotOf(offer: Returnable, draft: Draft): string {
  if (draft.slot === "") return offer.slots[0]?.id ?? "";
  return offer.slots.some(({ id }) => id === draft.slot) ? draft.slot : "";
}

/** An IBAN without spaces and hyphens between its groups. */
export function plainIban(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\s-]/g, "")
    .toUpperCase();
}

/** Whether an IBAN's check digits are right (ISO 7064, mod 97). */
export function validIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  if (iban.startsWith("EG") && iban.length !== 29) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Missing or wrong data for a transfer, as text keys. */
export function bankProblems(draft: Draft): { iban?: string; holder?: string } {
  return {
    ...(draft.iban.trim() === ""
      ? { iban: "returns:required" }
      : validIban(draft.iban)
        ? {}
        : { iban: "returns:iban_wrong" }),
    ...(draft.holder.trim() === "" ? { holder: "returns:required" } : {}),
  };
}

/** Whether a step is incomplete. */
export function isIncomplete(step: StepName, offer: Returnable, draft: Draft): boolean {
  switch (step) {
    case "items":
      return (
        chosen(offer, draft).length === 0 || Object.keys(itemProblems(offer, draft)).length > 0
      );
    case "handover":
      return (
        slotOf(offer, draft) === "" ||
        (wayOf(offer, draft) === "bank" && Object.keys(bankProblems(draft)).length > 0)
      );
    default:
      return false;
  }
}

/** Returns the first input that a step lacks, as a text key; null if the step is complete. */
export function lackOf(step: StepName, offer: Returnable, draft: Draft): string | null {
  if (!isIncomplete(step, offer, draft)) return null;
  if (step === "handover") {
    return slotOf(offer, draft) === "" ? "returns:lack_time" : "returns:lack_bank";
  }
  const [wrong] = Object.values(itemProblems(offer, draft));
  if (!wrong) return "returns:choose_any";
  if (wrong.reason) return "returns:choose_reason";
  if (wrong.photos && !wrong.comment) return "returns:lack_photo";
  return wrong.comment === "returns:too_long" ? "returns:lack_shorter" : "returns:lack_comment";
}

/** The first incomplete step: the flow does not go beyond it. */
export function furthest(offer: Returnable, draft: Draft): StepName {
  return steps.find((step) => isIncomplete(step, offer, draft)) ?? "summary";
}

/** The step to show: the one in the URL, but at most the first incomplete one. */
export function stepAt(asked: string, offer: Returnable, draft: Draft): StepName {
  const most = steps.indexOf(furthest(offer, draft));
  const named = isPart(asked) ? partsOf[asked] : asked;
  const place = (steps as readonly string[]).indexOf(named);
  return steps[place < 0 ? 0 : Math.min(place, most)] ?? "items";
}

/** The whole request for the API. */
export function askBody(id: string, offer: Returnable, draft: Draft, expected: number): AskBody {
  const way = wayOf(offer, draft);
  return {
    order_id: id,
    items: itemsBody(offer, draft),
    refund_to: way,
    ...(way === "bank"
      ? { bank: { iban: plainIban(draft.iban), holder: draft.holder.trim() } }
      : {}),
    address_id: addressOf(offer, draft),
    slot_id: slotOf(offer, draft),
    expected_refund: expected,
  };
}

const over: ReadonlySet<ReturnState> = new Set(["refunded", "refused", "withdrawn"]);
const failed: ReadonlySet<ReturnState> = new Set(["refused", "withdrawn"]);

/** Whether a return has ended. */
export const isOver = (state: ReturnState): boolean => over.has(state);
export const isFailed = (state: ReturnState): boolean => failed.has(state);

export interface Entry {
  id: string;
  state: ReturnState;
  label: string;
  at: number | null;
  reason: string;
  mark: "done" | "current" | "todo" | "failed";
}

/** The past, current and upcoming states of a return. */
export function timelineOf(one: Pick<Return, "state" | "timeline" | "upcoming">): Entry[] {
  const past = one.timeline.map((moment, place): Entry => {
    const last = place === one.timeline.length - 1;
    return {
      id: `${moment.state}-${place}`,
      state: moment.state as ReturnState,
      label: moment.label,
      at: Date.parse(moment.at),
      reason: moment.reason,
      mark: !last
        ? "done"
        : isFailed(one.state)
          ? "failed"
          : isOver(one.state)
            ? "done"
            : "current",
    };
  });
  const ahead = one.upcoming.map(
    (next): Entry => ({
      id: `ahead-${next.state}`,
      state: next.state as ReturnState,
      label: next.label,
      at: null,
      reason: "",
      mark: "todo",
    }),
  );
  return [...past, ...ahead];
}
