import type { Shop, Step } from "./api";

/** The pages for each step; the same pages are used later, too. */
const placesOf: Record<Step["name"], readonly { to: string; text: string }[]> = {
  shop: [
    { to: "/shop", text: "to_shop" },
    { to: "/content/contact", text: "to_contact" },
  ],
  places: [
    { to: "/services", text: "to_services" },
    { to: "/stores", text: "to_stores" },
    { to: "/branches", text: "to_branches" },
    { to: "/tiles", text: "to_tiles" },
  ],
  products: [
    { to: "/products/new", text: "to_by_hand" },
    { to: "/imports", text: "to_imports" },
    { to: "/products", text: "to_products" },
    { to: "/categories", text: "to_categories" },
    { to: "/prices", text: "to_prices" },
    { to: "/prices?view=stock&show=sold_out", text: "to_sold_out" },
  ],
  pay: [{ to: "/ways", text: "to_ways" }],
  messages: [
    { to: "/providers", text: "to_providers" },
    { to: "/wording", text: "to_wording" },
  ],
  policies: [{ to: "/content/pages", text: "to_policies" }],
  account: [{ to: "/account", text: "to_account" }],
  backup: [
    { to: "/backups", text: "to_backups" },
    { to: "/storage", text: "to_storage" },
  ],
};

/**
 * Returns the links of a step. If there is no branch yet, the first link opens a form that creates
 * everything in one step.
 */
export const linksOf = (name: Step["name"], missing: readonly string[]) => [
  ...(name === "places" && missing.includes("branch")
    ? [{ to: "/first-branch", text: "to_first" }]
    : []),
  ...placesOf[name],
];

/** Pictures are kept in lists, as the picker needs them. */
export type ShopDraft = Omit<Shop, "version" | "logo" | "icon"> & {
  logo: string[];
  icon: string[];
};

export const emptyShop: ShopDraft = {
  name_ar: "",
  name_en: "",
  colour: "",
  logo: [],
  icon: [],
  heading_ar: "",
  heading_en: "",
  intro_ar: "",
  intro_en: "",
  tagline_ar: "",
  tagline_en: "",
  legal_name: "",
  tax_number: "",
  commercial: "",
  vat_payer: false,
  vat_number: "",
};

export function shopDraft(shop: Shop | null): ShopDraft {
  if (shop === null) return emptyShop;
  const { version: _, logo, icon, ...draft } = shop;
  return { ...draft, logo: listOf(logo), icon: listOf(icon) };
}

const listOf = (name: string) => (name === "" ? [] : [name]);

export const shopBody = ({ logo, icon, ...draft }: ShopDraft, version: number) => ({
  ...draft,
  logo: logo[0] ?? "",
  icon: icon[0] ?? "",
  version,
});

/** The minimum contrast of small white text on a colour (WCAG AA). */
export const leastContrast = 4.5;

/** The contrast of white text on a colour such as "#0e7a5f", from 1 to 21; null for an invalid colour. */
export function contrastToWhite(colour: string): number | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (digits === undefined) return null;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

/** Parses numbers that are separated by lines or commas, as pasted. */
export const phonesIn = (text: string): string[] =>
  text
    .split(/[\n,،;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
