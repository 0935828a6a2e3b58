import { queryOptions } from "@tanstack/react-query";
import { type Answer, request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery, type QueryKey } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import type { Scope } from "../../../../lib/scope";

export type ReferralTerms = components["schemas"]["ReferralConsoleTerms"];
export type PointsRates = components["schemas"]["LoyaltyConsoleRates"];
export type LateAmends = components["schemas"]["ShippingAmendsView"];

export type Safety = components["schemas"]["ApprovalsSafetyView"];

export type ReferralBody = Body<"PUT", "/console/referrals/terms">;
export type PointsBody = Body<"PUT", "/console/points/rates">;
export type LateBody = Body<"PUT", "/console/late">;
export type SafetyBody = Body<"PUT", "/console/safety">;

/** One of the shop's policies: how to read it with its effect, and how to change it. */
export interface Setting<Saved, Sent> {
  query: (scope: Scope) => { queryKey: QueryKey };
  /** With `preview` in the body nothing is saved: the answer has the effect of the change. */
  send: (body: Sent, signal?: AbortSignal) => Promise<Answer<Saved>>;
}

const login = { needsLogin: true } as const;

export const referralTerms = {
  query: (scope: Scope) => personalQuery(scope, "/console/referrals/terms", login),
  send: (body: ReferralBody, signal?: AbortSignal) =>
    request("PUT", "/console/referrals/terms", { body, suppressToast: true, signal }),
};

export const pointsRates = {
  query: (scope: Scope) => personalQuery(scope, "/console/points/rates", login),
  send: (body: PointsBody, signal?: AbortSignal) =>
    request("PUT", "/console/points/rates", { body, suppressToast: true, signal }),
};

export const lateAmends = {
  query: (scope: Scope) => personalQuery(scope, "/console/late", login),
  send: (body: LateBody, signal?: AbortSignal) =>
    request("PUT", "/console/late", { body, suppressToast: true, signal }),
};

export const safety = {
  query: (scope: Scope) => personalQuery(scope, "/console/safety", login),
  send: (body: SafetyBody, signal?: AbortSignal) =>
    request("PUT", "/console/safety", { body, suppressToast: true, signal }),
};

/** Approves or rejects pending looser rules. */
export const decideSafety = (version: number, approve: boolean) =>
  request("POST", "/console/safety/decide", { body: { version, approve }, suppressToast: true });

/** The effect of a form's values, calculated by the shop; nothing is saved. */
export const effectQuery = <Saved, Sent extends object>(
  scope: Scope,
  setting: Setting<Saved, Sent>,
  body: Sent,
) =>
  queryOptions({
    queryKey: [
      `${setting.query(scope).queryKey[0]}#effect`,
      scope.lang,
      scope.session,
      JSON.stringify(body),
    ],
    queryFn: async ({ signal }) => (await setting.send({ ...body, preview: true }, signal)).data,
    enabled: scope.session !== "",
    retry: false,
  });
