import { useState } from "react";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Section } from "../../../../ui/Section";
import { TextInput } from "../../../../ui/TextInput";
import { amountOf } from "../model";
import type { Outcome, StaffReturn, StaffUnit, Verdict } from "./api";

const outcomes: readonly Outcome[] = ["restock", "scrap", "refuse"];
const keyOf = (unit: StaffUnit) => `${unit.line_id} ${unit.unit}`;

/** The groups to inspect: each piece by itself, and all units of a line that is sold by weight together. */
function judged(one: StaffReturn) {
  const groups: { item: StaffReturn["items"][number] | undefined; units: StaffUnit[] }[] = [];
  for (const unit of one.unit_list) {
    const item = one.items.find(({ id }) => id === unit.return_line_id);
    const last = groups.at(-1);
    if (item && item.unit_grams > 0 && last?.item?.id === item.id) last.units.push(unit);
    else groups.push({ item, units: [unit] });
  }
  return groups;
}

export interface InspectionProps {
  one: StaffReturn;
  busy: boolean;
  onSend: (units: Verdict[]) => void;
}

/** Staff decide on every unit: restock, scrap, or refuse with a reason. */
export function Inspection({ one, busy, onSend }: InspectionProps) {
  const { t } = useTranslation("returns");
  const format = useFormat();
  const [found, setFound] = useState<Record<string, { outcome: Outcome | null; why: string }>>({});
  const [tried, setTried] = useState(false);
  const of = (unit: StaffUnit) => found[keyOf(unit)] ?? { outcome: null, why: "" };
  const set = (units: StaffUnit[], changes: Partial<{ outcome: Outcome; why: string }>) =>
    setFound((now) => ({
      ...now,
      ...Object.fromEntries(
        units.map((unit) => [
          keyOf(unit),
          { ...(now[keyOf(unit)] ?? { outcome: null, why: "" }), ...changes },
        ]),
      ),
    }));
  function send() {
    setTried(true);
    const units: Verdict[] = [];
    for (const unit of one.unit_list) {
      const { outcome, why } = of(unit);
      if (outcome === null || (outcome === "refuse" && why.trim() === "")) return;
      units.push({
        line_id: unit.line_id,
        unit: unit.unit,
        outcome,
        ...(outcome === "refuse" ? { why: why.trim() } : {}),
      });
    }
    onSend(units);
  }
  return (
    <Card>
      <Section title={t("inspect")} text={t("inspect_text")}>
        <ul className="flex flex-col gap-5">
          {judged(one).map(({ item, units }, place) => {
            const unit = units[0];
            if (!unit) return null;
            const weight = item?.unit_grams ? ` · ${amountOf(format, item, units.length)}` : "";
            const name = `${item?.product.name ?? ""}${weight}`;
            const { outcome, why } = of(unit);
            return (
              <li key={keyOf(unit)} className="flex flex-col gap-3 border-b border-line pb-5">
                <RadioGroup
                  label={t("unit", { number: format.number(place + 1), name })}
                  layout="row"
                  value={outcome}
                  onValueChange={(value) => {
                    const next = outcomes.find((known) => known === value);
                    if (next) set(units, { outcome: next });
                  }}
                  error={tried && outcome === null ? t("choose") : undefined}
                  options={outcomes.map((value) => ({ value, label: t(`outcome_${value}`) }))}
                />
                {outcome === "refuse" && (
                  <TextInput
                    label={t("why")}
                    required
                    maxLength={200}
                    value={why}
                    onValueChange={(text) => set(units, { why: text })}
                    error={tried && why.trim() === "" ? t("reason_required") : undefined}
                    className="max-w-md"
                  />
                )}
              </li>
            );
          })}
        </ul>
        <Button variant="primary" className="mt-4" loading={busy} onClick={send}>
          {t("inspect_send")}
        </Button>
      </Section>
    </Card>
  );
}
