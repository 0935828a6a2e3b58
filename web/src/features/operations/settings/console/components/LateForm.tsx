import { NumberField, SwitchField } from "../../../../../backoffice/fields";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { IconButton } from "../../../../../ui/IconButton";
import { type LateAmends, lateAmends } from "../api";
import { type LateDraft, lateBody, lateDraft, withoutStep, withStep } from "../model";
import { useSetting } from "../useSetting";
import { SettingSection } from "./SettingSection";

/** The credit for late orders. */
export function LateForm({ saved }: { saved: LateAmends }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSetting(lateAmends, saved, {
    name: "late",
    labels: { enabled: t("late_on"), steps: t("steps") },
    draftOf: lateDraft,
    bodyOf: lateBody,
  });
  const { currency, effect, enabled } = it.effect;
  const { values: draft, field, set, errorOf } = it.form;
  const change = (key: number, changes: Partial<LateDraft["steps"][number]>) =>
    set({
      steps: draft.steps.map((step) => (step.key === key ? { ...step, ...changes } : step)),
    });
  return (
    <SettingSection
      it={it}
      object="shipping.late"
      title={t("late")}
      text={t("late_text")}
      effect={
        !enabled ? (
          t("late_off")
        ) : (
          <ul className="flex flex-wrap gap-x-6">
            {effect.map(({ late, amount }) => (
              <li key={late}>
                {t("late_effect", {
                  minutes: t("minutes_count", { count: late }),
                  amount: format.money(amount, currency),
                })}
              </li>
            ))}
          </ul>
        )
      }
      shown={{
        steps: (steps) => steps.map((step) => `${step.minutes}: ${step.amount}`).join(" · "),
      }}
    >
      <SwitchField {...field("enabled")} error={errorOf("steps")} />
      {draft.steps.map((step, i) => (
        <fieldset key={step.key} className="flex items-start gap-3">
          <legend className="mb-2 font-medium">
            {t("step", { number: format.number(i + 1) })}
          </legend>
          <div className="grid flex-1 items-start gap-3 sm:grid-cols-2">
            <NumberField
              name={`steps.${i}.minutes`}
              label={t("minutes")}
              value={step.minutes}
              onValueChange={(minutes) => change(step.key, { minutes })}
              error={errorOf(`steps.${i}.minutes`)}
              required
            />
            <NumberField
              name={`steps.${i}.amount`}
              label={t("amount")}
              value={step.amount}
              onValueChange={(amount) => change(step.key, { amount })}
              error={errorOf(`steps.${i}.amount`)}
              inputMode="decimal"
              required
            />
          </div>
          <IconButton
            icon="close"
            label={t("remove_step")}
            onClick={() => set(withoutStep(draft, step.key))}
          />
        </fieldset>
      ))}
      <Button icon="plus" size="sm" className="self-start" onClick={() => set(withStep(draft))}>
        {t("add_step")}
      </Button>
    </SettingSection>
  );
}
