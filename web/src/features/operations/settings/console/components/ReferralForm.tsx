import { NumberField, SwitchField } from "../../../../../backoffice/fields";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { type ReferralTerms, referralTerms } from "../api";
import { type ReferralField, referralBody, referralDraft, referralFields } from "../model";
import { useSetting } from "../useSetting";
import { SettingSection } from "./SettingSection";

/** The rewards for inviting a friend. */
export function ReferralForm({ saved }: { saved: ReferralTerms }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSetting(referralTerms, saved, {
    name: "referral",
    labels: {
      enabled: t("referral_on"),
      ...(Object.fromEntries(referralFields.map((name) => [name, t(name)])) as Record<
        ReferralField,
        string
      >),
    },
    draftOf: referralDraft,
    bodyOf: referralBody,
  });
  const { field } = it.form;
  const { currency, effect, enabled } = it.effect;
  const money = (amount: number) => format.money(amount, currency);
  return (
    <SettingSection
      it={it}
      object="referral"
      title={t("referral")}
      effect={
        enabled
          ? t("referral_effect", {
              purchase: money(effect.purchase),
              friend: money(effect.friend),
              referrer: money(effect.referrer),
              commission: money(effect.commission),
              most: money(effect.most_per_month),
            })
          : t("referral_off")
      }
    >
      <SwitchField {...field("enabled")} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {referralFields.map((name) => (
          <NumberField
            key={name}
            {...field(name)}
            hint={name === "window_days" ? t("window_hint") : undefined}
            required
            inputMode="decimal"
          />
        ))}
      </div>
    </SettingSection>
  );
}
