import type { ConsoleCoupon } from "../../../api/types";
import { cairoTime, fromCairo } from "../../../lib/format/cairo";
import type { CouponBody } from "./api";

/** What the form holds: texts as typed, dates as the browser's fields write them. */
export interface Draft {
  code: string;
  kind: string;
  value: string;
  minimum: string;
  cap: string;
  starts_at: string;
  ends_at: string;
  total_limit: string;
  shopper_limit: string;
  first_order: boolean;
  listed: boolean;
  services: string[];
  stores: string[];
  categories: string[];
}

export const emptyDraft: Draft = {
  code: "",
  kind: "percent",
  value: "",
  minimum: "",
  cap: "",
  starts_at: "",
  ends_at: "",
  total_limit: "",
  shopper_limit: "1",
  first_order: false,
  listed: true,
  services: [],
  stores: [],
  categories: [],
};

const text = (value: number | null) => (value === null || value === 0 ? "" : String(value));
const two = (value: number) => String(value).padStart(2, "0");

/** A moment as a datetime-local field writes it, in the shop's time. */
export function fieldOf(at: string | null): string {
  if (at === null) return "";
  const { year, month, day, hour, minute } = cairoTime(Date.parse(at));
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** What such a field holds as a moment; undefined while it is empty or half filled in. */
export function momentOf(field: string): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(field);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute] = parts.map(Number) as number[];
  const at = fromCairo(year ?? 0, month ?? 1, day ?? 1, hour, minute);
  return new Date(at).toISOString();
}

export function draftOf(coupon: ConsoleCoupon): Draft {
  const ids = (list: readonly { id: string }[]) => list.map((one) => one.id);
  return {
    code: coupon.code,
    kind: coupon.kind,
    value: text(coupon.kind === "percent" ? coupon.percent : coupon.amount),
    minimum: text(coupon.minimum),
    cap: text(coupon.cap),
    starts_at: fieldOf(coupon.starts_at),
    ends_at: fieldOf(coupon.ends_at),
    total_limit: text(coupon.total_limit),
    shopper_limit: text(coupon.shopper_limit),
    first_order: coupon.first_order,
    listed: coupon.listed,
    services: ids(coupon.services),
    stores: ids(coupon.stores),
    categories: ids(coupon.categories),
  };
}

/** What is sent: nothing for what was left empty, and nothing that the kind has no use for. */
export function bodyOf(draft: Draft): CouponBody {
  const body: CouponBody = { kind: draft.kind };
  const put = (name: "value" | "minimum" | "cap" | "total_limit" | "shopper_limit") => {
    if (draft[name].trim() !== "") body[name] = draft[name].trim();
  };
  if (draft.kind !== "free_delivery") put("value");
  put("minimum");
  if (draft.kind === "percent") put("cap");
  put("total_limit");
  if (!draft.first_order) put("shopper_limit");
  const starts = momentOf(draft.starts_at);
  const ends = momentOf(draft.ends_at);
  if (starts !== undefined) body.starts_at = starts;
  if (ends !== undefined) body.ends_at = ends;
  body.first_order = draft.first_order;
  body.listed = draft.listed;
  for (const name of ["services", "stores", "categories"] as const) {
    if (draft[name].length > 0) body[name] = draft[name];
  }
  return body;
}
