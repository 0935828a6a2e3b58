import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { TextInput } from "../../../../../ui/TextInput";
import { type PointsRates, pointsRates } from "../api";
import { pointsBody, pointsDraft, rateField } from "../model";
import { useSetting } from "../useSetting";
import { SettingSection } from "./SettingSection";

/** The points that orders earn, by service. */
export function PointsForm({ saved }: { saved: PointsRates }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const it = useSetting(pointsRates, saved, {
    name: "points",
    labels: Object.fromEntries(saved.rates.map((rate) => [rateField(rate.service_id), rate.name])),
    draftOf: pointsDraft,
    bodyOf: pointsBody,
  });
  const { currency, example, rates } = it.effect;
  return (
    <SettingSection
      it={it}
      object="points_rates"
      title={t("points")}
      text={t("points_text")}
      effect={
        <ul>
          {rates.map((rate) => (
            <li key={rate.service_id}>
              <span className="font-medium">
                <Isolate>{rate.name}</Isolate>
              </span>{" "}
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
        {saved.rates.map(({ service_id: id }) => (
          <TextInput
            key={id}
            {...it.form.field(rateField(id))}
            placeholder={id === "" ? undefined : t("as_others")}
            required={id === ""}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
          />
        ))}
      </div>
    </SettingSection>
  );
}
