import { useState } from "react";
import { capital } from "../../../../lib/format/capital";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Chip } from "../../../../ui/Chip";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Select } from "../../../../ui/Select";
import { byDay, type FilledQuote } from "../model";

export interface TimeChoiceProps {
  quote: FilledQuote;
  /** A slot's id, "" for now. */
  slot: string;
  onChoose: (slot: string) => void;
  error?: string | undefined;
}

/** The delivery time: as soon as possible, or in a slot, which is also possible while the branch is closed. */
export function TimeChoice({ quote, slot, onChoose, error }: TimeChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { now, slots } = quote.times;
  const open = now?.available ?? false;
  const pickup = quote.fulfilment === "pickup";
  const [later, setLater] = useState(slot !== "" || !open);
  const days = byDay(slots, format.day);
  const chosen = days.find(([, list]) => list.some((one) => one.id === slot))?.[0];
  const [day, setDay] = useState(chosen ?? days[0]?.[0] ?? "");
  const shown = days.find(([name]) => name === day)?.[1] ?? days[0]?.[1] ?? [];
  const opens = quote.cart.branch?.opens_at;

  if (!open && slots.length === 0) {
    return (
      <Notice tone="warning" icon="clock" title={t("checkout:closed")}>
        {t("checkout:closed_no_slots")}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {!open && (
        <Notice
          tone="warning"
          icon="clock"
          title={
            opens
              ? t("checkout:closed_until", { time: format.dayTime(Date.parse(opens)) })
              : t("checkout:closed")
          }
        >
          {t(pickup ? "checkout:closed_schedule_pickup" : "checkout:closed_schedule")}
        </Notice>
      )}
      {open && now && (
        <RadioGroup
          label={t("checkout:time")}
          labelHidden
          value={later ? "later" : "now"}
          onValueChange={(value) => {
            setLater(value === "later");
            // "Later" selects a slot immediately; otherwise an order meant for later would be sent as
            // an immediate one.
            onChoose(value === "now" ? "" : (slots[0]?.id ?? ""));
            setDay(days[0]?.[0] ?? "");
          }}
          options={[
            {
              value: "now",
              label: t(pickup ? "checkout:now_pickup" : "checkout:now"),
              icon: pickup ? "bag" : "moped",
              hint: t(pickup ? "checkout:ready_by" : "checkout:by", {
                time: format.dayTime(Date.parse(now.promised_at)),
              }),
            },
            ...(slots.length > 0
              ? [
                  {
                    value: "later",
                    label: t("checkout:later"),
                    icon: "calendar" as const,
                    hint: t("checkout:later_text"),
                  },
                ]
              : []),
          ]}
        />
      )}
      {later && slots.length > 0 && (
        <div className="flex flex-col gap-3">
          {days.length > 1 && (
            <fieldset className="min-w-0">
              <legend className="mb-2 text-sm text-muted">{t("checkout:day")}</legend>
              <div className="scroll-quiet -mx-1 flex gap-2 overflow-x-auto px-1 py-1">
                {days.map(([name]) => (
                  <Chip
                    key={name}
                    label={capital(name)}
                    selected={name === day}
                    onPress={() => setDay(name)}
                  />
                ))}
              </div>
            </fieldset>
          )}
          <Select
            label={t("checkout:slot")}
            placeholder={t("checkout:choose_slot")}
            value={shown.some((one) => one.id === slot) ? slot : ""}
            onValueChange={onChoose}
            required
            error={error}
            className="max-w-sm"
            options={shown.map((one) => ({
              value: one.id,
              label: t("checkout:from_to", {
                from: format.time(Date.parse(one.from)),
                to: format.time(Date.parse(one.to)),
              }),
            }))}
          />
        </div>
      )}
    </div>
  );
}
