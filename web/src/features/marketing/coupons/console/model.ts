import type { ConsoleCoupon } from "../../../../api/types";
import { fieldOf, momentOf } from "../../../../lib/format/field";
import type { CouponBody } from "./api";

/** The form's draft: texts as typed, dates as the browser's fields write them. */
export interface Draft {
  code: string;
  kind: string;
  value: string;
  minimum: string;
  cap: string;
  starts_at: string;
  ends_at: string;
  total_limit: string;
  customer_limit: string;
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
  customer_limit: "1",
  first_order: false,
  listed: true,
  services: [],
  stores: [],
  categories: [],
};

const text = (value: number | null) => (value === null || value === 0 ? "" : String(value));
export function draftOf(coupon: ConsoleCoupon | null): Draft {
  if (coupon === null) return emptyDraft;
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
    customer_limit: text(coupon.customer_limit),
    first_order: coupon.first_order,
    listed: coupon.listed,
    services: ids(coupon.services),
    stores: ids(coupon.stores),
    categories: ids(coupon.categories),
  };
}

/** The request body, without empty fields and without those that the kind does not use. */
export function bodyOf(draft: Draft): CouponBody {
  const body: CouponBody = { kind: draft.kind };
  const put = (name: "value" | "minimum" | "cap" | "total_limit" | "customer_limit") => {
    if (draft[name].trim() !== "") body[name] = draft[name].trim();
  };
  if (draft.kind !== "free_delivery") put("value");
  put("minimum");
  if (draft.kind === "percent") put("cap");
  put("total_limit");
  if (!draft.first_order) put("customer_limit");
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
