import type { Shop, Step } from "./api";

/** Where each step is done; the pages are those that are used ever after. */
export const placesOf: Record<Step["name"], readonly { to: string; text: string }[]> = {
  shop: [
    { to: "/shop", text: "to_shop" },
    { to: "/content/contact", text: "to_contact" },
  ],
  places: [
    { to: "/services", text: "to_services" },
    { to: "/stores", text: "to_stores" },
    { to: "/branches", text: "to_branches" },
  ],
  products: [
    { to: "/categories", text: "to_categories" },
    { to: "/products", text: "to_products" },
    { to: "/prices", text: "to_prices" },
  ],
  pay: [],
  messages: [{ to: "/providers", text: "to_providers" }],
  policies: [{ to: "/content/pages", text: "to_policies" }],
  account: [{ to: "/account", text: "to_account" }],
};

export type ShopDraft = Omit<Shop, "version">;

export const emptyShop: ShopDraft = {
  name_ar: "",
  name_en: "",
  colour: "",
  logo: "",
  legal_name: "",
  tax_number: "",
  commercial: "",
  vat_payer: false,
  vat_number: "",
};

export function shopDraft(shop: Shop | null): ShopDraft {
  if (shop === null) return emptyShop;
  const { version: _, ...draft } = shop;
  return draft;
}

/** Numbers one to a line or between commas, as they are pasted from anywhere. */
export const phonesIn = (text: string): string[] =>
  text
    .split(/[\n,،;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
