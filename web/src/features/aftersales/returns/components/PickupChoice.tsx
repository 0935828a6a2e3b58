import { useState } from "react";
import { capital } from "../../../../lib/format/capital";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { oneLine } from "../../../../shop/addresses/model";
import { Chip } from "../../../../ui/Chip";
import type { IconName } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Section } from "../../../../ui/Section";
import type { Returnable } from "../api";
import { addressOf, type Draft, slotOf } from "../model";

const icons: Record<string, IconName> = { home: "home", work: "building", other: "pin" };

export interface PickupChoiceProps {
  offer: Returnable;
  draft: Draft;
  change: (next: (now: Draft) => Draft) => void;
  error?: string | undefined;
}

/** The place and time of the pickup. */
export function PickupChoice({ offer, draft, change, error }: PickupChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-col gap-6">
      <Section id="return-pickup" title={t("returns:pickup_where")} level={3}>
        <RadioGroup
          label={t("returns:pickup_where")}
          labelHidden
          value={addressOf(offer, draft)}
          onValueChange={(address) => change((now) => ({ ...now, address }))}
          options={offer.addresses.map(({ id, reached, address }) => ({
            value: id,
            label:
              id === "order"
                ? t(offer.fulfilment === "pickup" ? "returns:counter" : "returns:order_address")
                : address.name || t(`addresses:type_${address.type}`),
            icon: icons[address.type] ?? "pin",
            hint: (
              <>
                <span className="block">
                  <Words>{oneLine(address, t, format.list)}</Words>
                </span>
                {!reached && <span className="block">{t("returns:not_reached")}</span>}
              </>
            ),
            disabled: !reached,
          }))}
        />
      </Section>
      <Section title={t("returns:pickup_when")} level={3}>
        <Slots offer={offer} draft={draft} change={change} error={error} />
      </Section>
    </div>
  );
}

function Slots({ offer, draft, change, error }: PickupChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const slot = slotOf(offer, draft);
  const days = new Map(
    offer.slots.map(({ from }) => {
      const at = Date.parse(from);
      const name = format.day(at);
      return [name, name === format.date(at) ? undefined : format.shortDate(at)];
    }),
  );
  const dayOf = (id: string) => {
    const found = offer.slots.find((one) => one.id === id);
    return found && format.day(Date.parse(found.from));
  };
  const [day, setDay] = useState(dayOf(slot) ?? days.keys().next().value ?? "");
  if (offer.slots.length === 0) {
    return (
      <Notice tone="warning" icon="clock">
        {t("returns:no_slots")}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("returns:pickup_day")}</legend>
        <div className="scroll-quiet -mx-1 flex gap-2 overflow-x-auto px-1 py-1">
          {[...days].map(([name, date]) => (
            <Chip
              key={name}
              label={capital(name)}
              count={date}
              selected={name === day}
              onPress={() => setDay(name)}
            />
          ))}
        </div>
      </fieldset>
      <RadioGroup
        label={t("returns:pickup_time")}
        labelHidden
        layout="row"
        value={slot === "" ? null : slot}
        onValueChange={(id) => change((now) => ({ ...now, slot: id }))}
        error={error}
        required
        options={offer.slots
          .filter(({ from }) => format.day(Date.parse(from)) === day)
          .map((one) => ({
            value: one.id,
            label: t("returns:from_to", {
              from: format.time(Date.parse(one.from)),
              to: format.time(Date.parse(one.to)),
            }),
            icon: "clock",
          }))}
      />
    </div>
  );
}
