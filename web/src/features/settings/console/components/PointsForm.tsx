import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { TextInput } from "../../../../ui/TextInput";
import { type PointsRates, pointsRates } from "../api";
import { pointsBody, pointsDraft, rateField } from "../model";
import { useSettingsForm } from "../useSettingsForm";
import { SettingsCard } from "./SettingsCard";

/** What orders earn, by service. */
export function PointsForm({ saved }: { saved: PointsRates }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSettingsForm(pointsRates, saved, pointsDraft(saved), pointsBody);
  const { currency, example, rates } = it.effect;
  return (
    <SettingsCard
      it={it}
      title={t("points")}
      text={t("points_text")}
      effect={
        <ul>
          {rates.map((rate) => (
            <li key={rate.service_id}>
              <span className="font-medium">{rate.name}</span>{" "}
              {t("points_effect", {
                example: format.money(example, currency),
                points: t("points_count", { count: rate.earns }),
                worth: format.money(rate.worth, currency),
              })}
            </li>
          ))}
        </ul>
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {saved.rates.map(({ service_id: id, name }) => (
          <TextInput
            key={id}
            name={rateField(id)}
            label={name}
            placeholder={id === "" ? undefined : t("as_others")}
            value={it.draft[id] ?? ""}
            onValueChange={(value) => it.set({ ...it.draft, [id]: value })}
            error={it.error(rateField(id))}
            required={id === ""}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
          />
        ))}
      </div>
    </SettingsCard>
  );
}
