import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type ReferralTerms = components["schemas"]["ReferralConsoleTerms"];
export type PointsRates = components["schemas"]["LoyaltyConsoleRates"];
export type LateAmends = components["schemas"]["ShippingAmendsView"];

const paths = {
  referral: "/console/referrals/terms",
  points: "/console/points/rates",
  late: "/console/late",
} as const;

export interface Settings {
  referral: ReferralTerms;
  points: PointsRates;
  late: LateAmends;
}
export type SettingsName = keyof Settings;

/** One of the shop's promises as it stands, with what it comes to. */
export const settingsQuery = <Name extends SettingsName>(scope: Scope, name: Name) =>
  personalQuery<Settings[Name]>(scope, paths[name], { needsLogin: true });

/** What a form would come to, by the shop's own calculation; nothing is saved. */
export const effectQuery = <Name extends SettingsName>(scope: Scope, name: Name, body: object) =>
  queryOptions({
    queryKey: [`${paths[name]}#effect`, scope.lang, scope.session, JSON.stringify(body)],
    queryFn: async ({ signal }) =>
      (
        await request<Settings[Name]>("PUT", paths[name], {
          body: { ...body, preview: true },
          suppress: true,
          signal,
        })
      ).data,
    enabled: scope.session !== "",
    retry: false,
  });

export const saveSettings = <Name extends SettingsName>(name: Name, body: object) =>
  request<Settings[Name]>("PUT", paths[name], { body, suppress: true });
