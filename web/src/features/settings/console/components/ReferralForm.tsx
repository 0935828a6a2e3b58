import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Checkbox } from "../../../../ui/Checkbox";
import { TextInput } from "../../../../ui/TextInput";
import { type ReferralTerms, referralTerms } from "../api";
import { referralBody, referralDraft, referralFields } from "../model";
import { useSettingsForm } from "../useSettingsForm";
import { SettingsCard } from "./SettingsCard";

/** What inviting a friend brings. */
export function ReferralForm({ saved }: { saved: ReferralTerms }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSettingsForm(referralTerms, saved, referralDraft(saved), referralBody);
  const { currency, effect, enabled } = it.effect;
  const money = (amount: number) => format.money(amount, currency);
  return (
    <SettingsCard
      it={it}
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
      <Checkbox
        label={t("referral_on")}
        checked={it.draft.enabled}
        onCheckedChange={(on) => it.set({ ...it.draft, enabled: on })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {referralFields.map((name) => (
          <TextInput
            key={name}
            name={name}
            label={t(name)}
            hint={name === "window_days" ? t("window_hint") : undefined}
            value={it.draft[name]}
            onValueChange={(value) => it.set({ ...it.draft, [name]: value })}
            error={it.error(name)}
            required
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
          />
        ))}
      </div>
    </SettingsCard>
  );
}
