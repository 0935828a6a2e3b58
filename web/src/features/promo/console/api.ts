import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type {
  ConsoleCoupon,
  ConsoleCouponDetail,
  CouponChoices,
  CouponPreview,
} from "../../../api/types";
import type { Scope } from "../../../lib/scope";

const base = "/console/coupons";
const one = (id: string) => `${base}/${encodeURIComponent(id)}`;

/** A page of coupons in one state, the last changed first. */
export const couponsQuery = (scope: Scope, state: string, page: number) =>
  queryOptions({
    queryKey: [base, scope.lang, scope.session, state, page],
    queryFn: ({ signal }) =>
      request<ConsoleCoupon[]>("GET", base, { query: { state, page: String(page) }, signal }),
    enabled: scope.session !== "",
  });

export const couponQuery = (scope: Scope, id: string) =>
  personalQuery<ConsoleCouponDetail>(scope, one(id), { needsLogin: true, enabled: id !== "" });

/** What a coupon can be limited to. */
export const choicesQuery = (scope: Scope) =>
  personalQuery<CouponChoices>(scope, `${base}/choices`, { needsLogin: true });

/** What a form says of a coupon; amounts as typed. */
export interface CouponBody {
  kind: string;
  value?: string;
  minimum?: string;
  cap?: string;
  starts_at?: string;
  ends_at?: string;
  total_limit?: string;
  shopper_limit?: string;
  first_order?: boolean;
  listed?: boolean;
  services?: string[];
  stores?: string[];
  categories?: string[];
}

export const createCoupon = async (body: CouponBody & { code: string }) =>
  (await request<ConsoleCouponDetail>("POST", base, { body, suppress: true })).data;

export const updateCoupon = async (id: string, body: CouponBody) =>
  (await request<ConsoleCouponDetail>("PUT", one(id), { body, suppress: true })).data;

export const switchCoupon = async (id: string, active: boolean) =>
  (
    await request<ConsoleCouponDetail>("POST", `${one(id)}/switch`, {
      body: { active },
      suppress: true,
    })
  ).data;

export interface PreviewBody {
  kind: string;
  value?: string;
  minimum?: string;
  cap?: string;
  basket: string;
  delivery?: string;
}

export const previewQuery = (scope: Scope, body: PreviewBody, enabled: boolean) =>
  queryOptions({
    queryKey: [`${base}/preview`, scope.lang, scope.session, JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (await request<CouponPreview>("POST", `${base}/preview`, { body, suppress: true, signal }))
        .data,
    enabled: enabled && scope.session !== "",
    retry: false,
  });
