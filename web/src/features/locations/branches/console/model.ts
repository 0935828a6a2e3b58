import { readFigures } from "../../../../lib/format/figures";
import type { BranchSettings, SettingsBody } from "./api";

/** The form of a branch's settings, as typed in either set of digits. */
export interface Draft {
  slot_capacity: string;
  pickup_minutes: string;
  accept_minutes: string;
  minimum_order: string;
  free_from: string;
}

export type DraftField = keyof Draft;

export const fields = [
  "slot_capacity",
  "pickup_minutes",
  "accept_minutes",
  "minimum_order",
  "free_from",
] as const satisfies readonly DraftField[];

export const draftOf = (settings: BranchSettings): Draft => ({
  slot_capacity: String(settings.slot_capacity),
  pickup_minutes: String(settings.pickup_minutes),
  accept_minutes: String(settings.accept_minutes),
  minimum_order: String(settings.minimum_order),
  free_from: String(settings.free_from),
});

/** The fields that are not valid numbers: minutes and orders are whole, amounts have two decimals. */
export function wrongOf(draft: Draft): DraftField[] {
  return fields.filter((field) => {
    const shape =
      field === "minimum_order" || field === "free_from" ? /^\d{1,7}([.,]\d{1,2})?$/ : /^\d{1,6}$/;
    return !shape.test(plain(draft[field]));
  });
}

const plain = (text: string) => readFigures(text).trim();

/** The request body: the settings as read, with the draft's values. */
export const bodyOf = (settings: BranchSettings, draft: Draft): SettingsBody => ({
  slot_capacity: Number(plain(draft.slot_capacity)),
  pickup_minutes: Number(plain(draft.pickup_minutes)),
  accept_minutes: Number(plain(draft.accept_minutes)),
  minimum_order: plain(draft.minimum_order).replace(",", "."),
  free_from: plain(draft.free_from).replace(",", "."),
  closed: settings.closed,
  version: settings.version,
});

/** The request body that closes or opens a branch: everything else as it was read. */
export const switched = (settings: BranchSettings, closed: boolean): SettingsBody => ({
  ...bodyOf(settings, draftOf(settings)),
  closed,
});

/** A picture's name as a list for the picker, and back. */
export const listed = (name: string | undefined) => (name ? [name] : []);
export const first = (names: readonly string[]) => names[0] ?? "";

/** The filters in a list's URL, as the server takes them: none if everything is shown. */
export function narrowed({ q, state }: { q: string; state: string }) {
  return {
    ...(q ? { q } : {}),
    ...(state === "shown" || state === "hidden" || state === "archived" ? { state } : {}),
  } as const;
}
