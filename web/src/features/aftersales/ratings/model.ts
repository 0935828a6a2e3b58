import type { Photo } from "../../../shop/photos/usePhotos";
import type { Given, OrderRating, RateBody, Summary } from "./api";

/** The maximum length of a text, in characters. */
export const textMost = 1000;
export const photosMost = 4;

/** The draft of a rating; 0 stars means not rated yet. */
export interface Said {
  stars: number;
  text: string;
  photos: readonly Photo[];
}

/** The form of an order's rating: the whole, the delivery, and each line by its id. */
export interface Draft {
  whole: Said;
  delivery: number;
  lines: Readonly<Record<string, Said>>;
}

const said = (given: Given | null): Said => ({
  stars: given?.stars ?? 0,
  text: given?.text ?? "",
  photos: given?.photos.map(({ id, src }) => ({ id, src })) ?? [],
});

/** The initial form, with the ratings given before. */
export function draftOf(order: OrderRating): Draft {
  return {
    whole: said(order.rating),
    delivery: order.rating?.delivery_stars ?? 0,
    lines: Object.fromEntries(order.items.map((item) => [item.line_id, said(item.rating)])),
  };
}

const body = ({ stars, text, photos }: Said) => ({
  stars,
  text: text.trim(),
  photos: photos.map((photo) => photo.id),
});

/** The request body, without lines that have no stars or can no longer be changed. */
export function bodyOf(draft: Draft, order: OrderRating): RateBody {
  return {
    ...body(draft.whole),
    ...(draft.delivery > 0 ? { delivery_stars: draft.delivery } : {}),
    items: order.items.flatMap((item) => {
      const line = draft.lines[item.line_id];
      const settled = item.rating !== null && !item.rating.editable;
      if (!line || line.stars === 0 || settled) return [];
      return [{ line_id: item.line_id, ...body(line) }];
    }),
  };
}

/** The names of items with text or photos but no stars: the text would be lost. */
export function withoutStars(draft: Draft): string[] {
  return Object.entries(draft.lines)
    .filter(([, line]) => line.stars === 0 && (line.text.trim() !== "" || line.photos.length > 0))
    .map(([id]) => id);
}

/** The share of all ratings with this number of stars, 0 to 1. */
export function shareOf(summary: Summary, stars: number): number {
  const found = summary.histogram.find((one) => one.stars === stars);
  return summary.count === 0 ? 0 : (found?.count ?? 0) / summary.count;
}
