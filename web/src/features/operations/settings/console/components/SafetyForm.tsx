import { NumberField, SwitchField } from "../../../../../backoffice/fields";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { type Safety, safety } from "../api";
import { safetyBody, safetyDraft } from "../model";
import { useSetting } from "../useSetting";
import { SafetyWaits } from "./SafetyWaits";
import { SettingSection } from "./SettingSection";

/** The actions that need approval by a second person, and the rule for second factors. */
export function SafetyForm({ saved }: { saved: Safety }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSetting(safety, saved, {
    name: "safety",
    labels: {
      alone: t("alone"),
      drop: t("drop"),
      drop_days: t("drop_days"),
      second_factor: t("factor_on"),
    },
    draftOf: safetyDraft,
    bodyOf: safetyBody,
  });
  const { field } = it.form;
  const { alone, currency, drop, drop_days, second_factor, takes_two } = it.effect;
  return (
    <SettingSection
      it={it}
      object="giving"
      title={t("safety")}
      text={t("safety_text")}
      effectTitle={t("safety_effect")}
      effect={
        <ul className="flex flex-col gap-1">
          <li>
            {alone > 0
              ? t("alone_effect", { amount: format.money(alone, currency) })
              : t("alone_none")}
          </li>
          <li>
            {t("drop_effect", {
              percent: format.number(drop),
              days: t("days_count", { count: drop_days }),
            })}
          </li>
          <li>{t(second_factor ? "factor_effect" : "factor_off")}</li>
          {takes_two && <li className="font-medium">{t("safety_loosened")}</li>}
        </ul>
      }
    >
      <SafetyWaits saved={saved} />
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <NumberField {...field("alone")} inputMode="decimal" required />
        <NumberField {...field("drop")} required />
        <NumberField {...field("drop_days")} required />
      </div>
      <SwitchField {...field("second_factor")} />
    </SettingSection>
  );
}
