import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Checkbox } from "../../../../ui/Checkbox";
import { IconButton } from "../../../../ui/IconButton";
import { TextInput } from "../../../../ui/TextInput";
import { type LateAmends, lateAmends } from "../api";
import { type LateDraft, lateBody, lateDraft, withoutStep, withStep } from "../model";
import { useSettingsForm } from "../useSettingsForm";
import { SettingsCard } from "./SettingsCard";

/** What an order that comes late is worth. */
export function LateForm({ saved }: { saved: LateAmends }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSettingsForm(lateAmends, saved, lateDraft(saved), lateBody);
  const { currency, effect, enabled } = it.effect;
  const { draft } = it;
  const change = (key: number, changes: Partial<LateDraft["steps"][number]>) =>
    it.set({
      ...draft,
      steps: draft.steps.map((step) => (step.key === key ? { ...step, ...changes } : step)),
    });
  const missing = it.error("steps");
  return (
    <SettingsCard
      it={it}
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
    >
      <Checkbox
        label={t("late_on")}
        checked={draft.enabled}
        error={missing}
        onCheckedChange={(on) => it.set({ ...draft, enabled: on })}
      />
      {draft.steps.map((step, i) => (
        <fieldset key={step.key} className="flex items-start gap-3">
          <legend className="mb-2 font-medium">
            {t("step", { number: format.number(i + 1) })}
          </legend>
          <div className="grid flex-1 items-start gap-3 sm:grid-cols-2">
            <TextInput
              name={`steps.${i}.minutes`}
              label={t("minutes")}
              value={step.minutes}
              onValueChange={(minutes) => change(step.key, { minutes })}
              error={it.error(`steps.${i}.minutes`)}
              required
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
            />
            <TextInput
              name={`steps.${i}.amount`}
              label={t("amount")}
              value={step.amount}
              onValueChange={(amount) => change(step.key, { amount })}
              error={it.error(`steps.${i}.amount`)}
              required
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
            />
          </div>
          <IconButton
            icon="close"
            label={t("remove_step")}
            onClick={() => it.set(withoutStep(draft, step.key))}
          />
        </fieldset>
      ))}
      <Button icon="plus" size="sm" className="self-start" onClick={() => it.set(withStep(draft))}>
        {t("add_step")}
      </Button>
    </SettingsCard>
  );
}
