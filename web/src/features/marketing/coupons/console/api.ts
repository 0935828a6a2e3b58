import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

/** Coupons in one state, the last changed first. */
export const couponsList = (scope: Scope, state: string) =>
  keysetList(scope, "/console/coupons", { params: { state } });

/** The paths of the list. */
export const listPath = /^\/console\/coupons(\?|$)/;

export const couponQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/coupons/{id}", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

/** The services, stores and categories that a coupon can be limited to. */
export const choicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/coupons/choices", { needsLogin: true });

/** A coupon as the form sends it; amounts as typed. */
export type CouponBody = Body<"PUT", "/console/coupons/{id}">;

export const createCoupon = async (body: Body<"POST", "/console/coupons">) =>
  (await request("POST", "/console/coupons", { body, suppressToast: true })).data;

export const updateCoupon = async (id: string, body: CouponBody) =>
  (await request("PUT", "/console/coupons/{id}", { path: { id }, body, suppressToast: true })).data;

export const switchCoupon = async (id: string, active: boolean) =>
  (
    await request("POST", "/console/coupons/{id}/switch", {
      path: { id },
      body: { active },
      suppressToast: true,
    })
  ).data;

/** Approves a pending coupon in the version that was read, or keeps it off. */
export const decideCoupon = async (id: string, version: number, approve: boolean) =>
  (
    await request("POST", "/console/coupons/{id}/decide", {
      path: { id },
      body: { version, approve },
      suppressToast: true,
    })
  ).data;

export type PreviewBody = Body<"POST", "/console/coupons/preview">;

export const previewQuery = (scope: Scope, body: PreviewBody, enabled: boolean) =>
  queryOptions({
    queryKey: ["/console/coupons/preview", scope.lang, scope.session, JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (await request("POST", "/console/coupons/preview", { body, suppressToast: true, signal }))
        .data,
    enabled: enabled && scope.session !== "",
    retry: false,
  });
