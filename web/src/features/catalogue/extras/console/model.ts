import type { Group } from "./api";

/** A row as typed. */
export interface Row {
  id: string;
  name_en: string;
  name_ar: string;
  price: string;
  most: string;
  preset: string;
  active: boolean;
}

export interface Draft {
  store_id: string;
  name_en: string;
  name_ar: string;
  least: string;
  most: string;
  extras: Row[];
}

export const emptyRow: Row = {
  id: "",
  name_en: "",
  name_ar: "",
  price: "",
  most: "1",
  preset: "0",
  active: true,
};

export function draftOf(group: Group | null): Draft {
  if (group === null) {
    return { store_id: "", name_en: "", name_ar: "", least: "0", most: "1", extras: [emptyRow] };
  }
  return {
    store_id: group.store.id,
    name_en: group.name_en,
    name_ar: group.name_ar,
    least: String(group.least),
    most: String(group.most),
    extras: group.extras.map((one) => ({
      id: one.id,
      name_en: one.name_en,
      name_ar: one.name_ar,
      price: Number(one.price) === 0 ? "" : String(one.price),
      most: String(one.most),
      preset: String(one.preset),
      active: one.active,
    })),
  };
}

const arabic = "٠١٢٣٤٥٦٧٨٩";
/** Parses a whole number in either set of digits; −1, which no rule allows, for anything else. */
function whole(text: string): number {
  const latin = [...text.trim()]
    .map((letter) => (arabic.includes(letter) ? String(arabic.indexOf(letter)) : letter))
    .join("");
  return /^\d{1,6}$/.test(latin) ? Number(latin) : -1;
}

/** The request body: an empty price means free. */
export function bodyOf(draft: Draft) {
  return {
    name_en: draft.name_en,
    name_ar: draft.name_ar,
    least: whole(draft.least),
    most: whole(draft.most),
    extras: draft.extras.map((row) => ({
      ...row,
      price: row.price.trim() === "" ? "0" : row.price.trim(),
      most: whole(row.most),
      preset: whole(row.preset),
    })),
  };
}
