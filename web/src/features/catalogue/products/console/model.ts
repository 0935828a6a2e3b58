import { readFigures } from "../../../../lib/format/figures";
import type { Option, Product, ProductBody, SavedBody, Variant } from "./api";

/** A variant while it is edited. */
export interface VariantDraft extends Omit<Variant, "weight_grams"> {
  weight_grams: string;
}

export interface Draft {
  store_id: string;
  category_id: string;
  name_en: string;
  name_ar: string;
  description_en: string;
  description_ar: string;
  unit_en: string;
  unit_ar: string;
  keywords: string[];
  tags: string[];
  images: string[];
  attributes: Product["attributes"];
  options: Option[];
  variants: VariantDraft[];
  min_qty: string;
  max_qty: string;
  step_qty: string;
  /** Grams of a unit; "0": sold by the piece. With a weight, minimum, maximum and step are typed in grams. */
  unit_grams: string;
  /** "": as the category of a new product defines. */
  vat_bp: string;
  /** A category that is created together with a new product (`newCategory`). */
  category_en: string;
  category_ar: string;
  /** Whether branches count the stock of a new product. */
  counted: boolean;
  /** The input for a new product by branch. */
  shelves: Record<string, ShelfDraft>;
}

/** A branch's price and received stock, as typed. */
export interface ShelfDraft {
  price: string;
  received: string;
}

/** Selected to create a category that does not exist yet. */
export const newCategory = "new";

/** Parses a whole number in either set of digits; -1, which the server refuses, for anything else. */
export function whole(text: string): number {
  const plain = readFigures(text).trim();
  if (plain === "") return 0;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : -1;
}

/**
 * Reads a typed stock amount: pieces, or kilograms of products sold by weight. The API counts pieces and grams. Returns
 * -1, which the server refuses, for anything else.
 */
export function stockIn(text: string, grams: number): number {
  if (grams === 0) return whole(text);
  const plain = readFigures(text).replace(/[\u200e\u200f\u061c٬\s]/g, "");
  if (plain === "") return 0;
  // A comma before three digits may be a thousands separator: the input is refused as ambiguous.
  const kilos = /^(\d{1,6})(?:(?:[.٫](\d{1,3}))|(?:,(\d{1,2})))?$/.exec(plain);
  if (!kilos) return -1;
  return Number(kilos[1]) * 1000 + Number((kilos[2] ?? kilos[3] ?? "").padEnd(3, "0"));
}

/** A stock amount as shown in a cell. */
export const stockText = (amount: number, grams: number): string =>
  String(grams === 0 ? amount : amount / 1000);

const text = (n: number) => (n > 0 ? String(n) : "");
const single: VariantDraft = {
  id: "",
  sku: "",
  barcode: "",
  choices: {},
  image: "",
  active: true,
  weight_grams: "",
};

export function draftOf(product: Product | null): Draft {
  const of = Math.max(1, product?.unit_grams ?? 0);
  return {
    store_id: product?.store_id ?? "",
    category_id: product?.category_id ?? "",
    name_en: product?.name_en ?? "",
    name_ar: product?.name_ar ?? "",
    description_en: product?.description_en ?? "",
    description_ar: product?.description_ar ?? "",
    unit_en: product?.unit_en ?? "",
    unit_ar: product?.unit_ar ?? "",
    keywords: (product?.keywords ?? "").split(/[\s,،]+/).filter(Boolean),
    tags: product?.tags ?? [],
    images: product?.images ?? [],
    attributes: product?.attributes ?? [],
    options: product?.options ?? [],
    variants: product?.variants.map((v) => ({ ...v, weight_grams: text(v.weight_grams) })) ?? [
      single,
    ],
    min_qty: String((product?.min_qty ?? 1) * of),
    max_qty: text((product?.max_qty ?? 0) * of),
    step_qty: String((product?.step_qty ?? 1) * of),
    unit_grams: String(product?.unit_grams ?? 0),
    vat_bp: product ? String(product.vat_bp) : "",
    category_en: "",
    category_ar: "",
    counted: true,
    shelves: {},
  };
}

/** Converts a typed weight in grams to units; -1, which the server refuses, if it is invalid. */
function unitsIn(typed: string, grams: number): number {
  const n = whole(typed);
  return n % Math.max(1, grams) === 0 ? n / Math.max(1, grams) : -1;
}

/** The possible weights of a unit; a kilogram is a whole number of units. */
export const unitWeights = [10, 20, 25, 40, 50, 100, 125, 200, 250, 500, 1000] as const;

/** Minimum, maximum and step when a product changes to being sold by weight, or back to by the piece. */
export function soldBy(unit_grams: string): Partial<Draft> {
  const least = unit_grams === "0" ? "1" : unit_grams;
  return { unit_grams, min_qty: least, max_qty: "", step_qty: least };
}

/** The VAT class where no category defines another. */
export const standardVat = 1400;

/** The return rules of categories, the strictest first. */
export const returnClasses = ["perishable", "hygiene", "general"] as const;
export type ReturnClass = (typeof returnClasses)[number];

export function bodyOf(draft: Draft): SavedBody {
  const grams = Number(draft.unit_grams);
  const {
    category_en: _en,
    category_ar: _ar,
    counted: _counted,
    shelves: _shelves,
    ...rest
  } = draft;
  return {
    ...rest,
    keywords: draft.keywords.join(" "),
    variants: draft.variants.map((v) => ({ ...v, weight_grams: whole(v.weight_grams) })),
    min_qty: unitsIn(draft.min_qty, grams),
    max_qty: unitsIn(draft.max_qty, grams),
    step_qty: unitsIn(draft.step_qty, grams),
    unit_grams: grams,
    vat_bp: draft.vat_bp === "" ? standardVat : Number(draft.vat_bp),
  };
}

/** The branches with input, in their order; none for a product with options. */
export const shelvesSent = (draft: Draft, branches: readonly string[]): string[] =>
  draft.options.length > 0
    ? []
    : branches.filter((id) => {
        const { price = "", received = "" } = draft.shelves[id] ?? {};
        return price.trim() !== "" || received.trim() !== "";
      });

/** A new product with its category, and price and stock by branch, as far as they were typed. */
export function newBodyOf(draft: Draft, branches: readonly string[], stock: boolean): ProductBody {
  const made = draft.category_id === newCategory;
  const grams = Number(draft.unit_grams);
  return {
    ...bodyOf(draft),
    category_id: made ? "" : draft.category_id,
    ...(made ? { category_en: draft.category_en, category_ar: draft.category_ar } : {}),
    shelves: shelvesSent(draft, branches).map((branch_id) => {
      const { price = "", received = "" } = draft.shelves[branch_id] ?? {};
      return {
        branch_id,
        price: price.trim(),
        ...(!stock
          ? {}
          : !draft.counted
            ? { counted: false }
            : received.trim() === ""
              ? {}
              : { received: grams === 0 ? received.trim() : String(stockIn(received, grams)) }),
      };
    }),
  };
}

/** The maximum number of rows in the grid. */
export const mostVariants = 500;

/**
 * The variants of the given options: every combination of values once, in order. The input of a former variant stays
 * with the first one that it still fits.
 */
export function gridOf(
  options: readonly Option[],
  former: readonly VariantDraft[],
): VariantDraft[] {
  let choices: Record<string, string>[] = [{}];
  for (const { id, values } of options) {
    if (values.length === 0) continue;
    choices = choices.flatMap((one) => values.map((value) => ({ ...one, [id]: value.id })));
  }
  const left = [...former];
  const known = new Set(options.map(({ id }) => id));
  const fits = (row: VariantDraft, wanted: Record<string, string>) =>
    Object.entries(row.choices).every(([id, value]) => !known.has(id) || wanted[id] === value);
  const exact = (row: VariantDraft, wanted: Record<string, string>) =>
    fits(row, wanted) && Object.keys(row.choices).length === Object.keys(wanted).length;
  const rows = choices.slice(0, mostVariants).map((wanted) => {
    const at = left.findIndex((row) => exact(row, wanted));
    const found = at >= 0 ? left.splice(at, 1)[0] : undefined;
    return { wanted, found };
  });
  return rows.map(({ wanted, found }) => {
    if (found) return found;
    const at = left.findIndex((row) => fits(row, wanted));
    const near = at >= 0 ? left.splice(at, 1)[0] : undefined;
    return { ...(near ?? single), choices: wanted };
  });
}

/** A formula for prices, in pounds. */
export interface Formula {
  kind: "percent" | "amount";
  /** As typed: "5", "-2,50", "٥". */
  by: string;
  round: "none" | "0.95" | "0.50" | "0";
}

/** Parses a typed signed number; null if it is not one. */
export function signed(text: string): number | null {
  const plain = readFigures(text).replace(/[\u2212\u061c\u200e\u200f٬\s]/g, (c) =>
    c === "\u2212" ? "-" : "",
  );
  if (!/^[+-]?\d{1,7}([.,٫]\d{1,2})?$/.test(plain)) return null;
  return Number(plain.replace(/[,٫]/, "."));
}

/** The price after a formula, both in piastres; null if it would not be above zero. */
export function applied(piastres: number, { kind, by, round }: Formula): number | null {
  const n = signed(by);
  if (n === null) return null;
  const hundredths = Math.round(n * 100);
  let next =
    kind === "percent"
      ? Math.round((piastres * (10_000 + hundredths)) / 10_000)
      : piastres + hundredths;
  if (round !== "none") {
    const ending = round === "0.95" ? 95 : round === "0.50" ? 50 : 0;
    // Returns the nearest price with that ending; the higher one if two are equally near.
    const low = Math.floor((next - ending) / 100) * 100 + ending;
    next = next - low < low + 100 - next ? low : low + 100;
  }
  return next > 0 ? next : null;
}

/** Formats piastres for a cell. */
export const pounds = (piastres: number) =>
  piastres % 100 === 0 ? String(piastres / 100) : (piastres / 100).toFixed(2);

/** Parses a typed amount to piastres; null if it is not an amount. */
export function piastres(text: string): number | null {
  const n = signed(text);
  return n === null || n < 0 ? null : Math.round(n * 100);
}

/** The cells of a block copied from a spreadsheet. */
export function cellsOf(pasted: string): string[][] {
  return pasted
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.trim()));
}
