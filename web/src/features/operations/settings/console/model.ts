import type {
  LateAmends,
  LateBody,
  PointsBody,
  PointsRates,
  ReferralBody,
  ReferralTerms,
  Safety,
  SafetyBody,
} from "./api";

/** The body of a form without the version, which is added when it is saved. */
type Unversioned<Body> = Omit<Body, "version">;

/** The fields of the forms, with numbers as typed. */
export const referralFields = [
  "reward_referrer",
  "reward_friend",
  "rate",
  "commission_days",
  "window_days",
  "monthly_rewards",
  "monthly_commission",
] as const;
export type ReferralField = (typeof referralFields)[number];
export type ReferralDraft = { enabled: boolean } & Record<ReferralField, string>;

export function referralDraft(terms: ReferralTerms): ReferralDraft {
  const figures = Object.fromEntries(
    referralFields.map((name) => [name, String(terms[name])]),
  ) as Record<ReferralField, string>;
  return { enabled: terms.enabled, ...figures };
}

/** The request body: empty numbers are left out, and the server reports them as missing. */
export function referralBody(draft: ReferralDraft): Unversioned<ReferralBody> {
  const typed = referralFields
    .map((name) => [name, draft[name].trim()] as const)
    .filter(([, value]) => value !== "");
  return {
    enabled: draft.enabled,
    ...(Object.fromEntries(typed) as Record<ReferralField, string>),
  };
}

/**
 * Rates by rateField. "other" is the rate of every service without its own; a service with an empty
 * text uses it.
 */
export type PointsDraft = Record<string, string>;

const otherRate = "other";

/** The field name under which the server reports errors in a service's rate. */
export const rateField = (service: string) => (service === "" ? otherRate : service);

export const pointsDraft = (points: PointsRates): PointsDraft =>
  Object.fromEntries(
    points.rates.map(({ service_id, own, points: rate }) => [
      rateField(service_id),
      own ? String(rate) : "",
    ]),
  );

export const pointsBody = (draft: PointsDraft): Unversioned<PointsBody> => ({
  rates: Object.entries(draft)
    .map(([field, rate]) => ({
      service_id: field === otherRate ? "" : field,
      points: rate.trim(),
    }))
    .filter(({ points }) => points !== ""),
});

export interface LateDraft {
  enabled: boolean;
  steps: { key: number; minutes: string; amount: string }[];
}

export const lateDraft = (late: LateAmends): LateDraft => ({
  enabled: late.enabled,
  steps: late.steps.map((step, key) => ({
    key,
    minutes: String(step.minutes),
    amount: String(step.amount),
  })),
});

export const withStep = (draft: LateDraft): LateDraft => ({
  ...draft,
  steps: [
    ...draft.steps,
    { key: Math.max(-1, ...draft.steps.map(({ key }) => key)) + 1, minutes: "", amount: "" },
  ],
});

export const withoutStep = (draft: LateDraft, key: number): LateDraft => ({
  ...draft,
  steps: draft.steps.filter((step) => step.key !== key),
});

/** An empty number is sent as zero, which is never valid. */
export const lateBody = (draft: LateDraft): Unversioned<LateBody> => ({
  enabled: draft.enabled,
  steps: draft.steps.map(({ minutes, amount }) => ({
    minutes: minutes.trim() || "0",
    amount: amount.trim() || "0",
  })),
});

export interface SafetyDraft {
  alone: string;
  drop: string;
  drop_days: string;
  second_factor: boolean;
}

export const safetyDraft = (saved: Safety): SafetyDraft => ({
  alone: String(saved.alone),
  drop: String(saved.drop),
  drop_days: String(saved.drop_days),
  second_factor: saved.second_factor,
});

/**
 * An empty limit is sent as a negative number, so that the server reports an error at its field, and never as "no
 * limit".
 */
export const safetyBody = (draft: SafetyDraft): Unversioned<SafetyBody> => ({
  alone: draft.alone.trim() || "-1",
  drop: draft.drop.trim() || "0",
  drop_days: draft.drop_days.trim() || "0",
  second_factor: draft.second_factor,
});
