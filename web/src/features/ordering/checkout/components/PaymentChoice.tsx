import type { Quote } from "../../../../api/types";
import { readAmount } from "../../../../lib/format/amount";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Chip } from "../../../../ui/Chip";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { TextInput } from "../../../../ui/TextInput";
import { type Draft, likelyNotes, payable } from "../model";

export interface PaymentChoiceProps {
  quote: Quote;
  method: Draft["method"] | null;
  /** The customer pays at the counter instead of at the door. */
  pickup: boolean;
  changeFor: string;
  onChange: (changes: Partial<Draft>) => void;
  error?: string | undefined;
  changeError?: string | undefined;
}

/** The payment method: in cash, with the note to give change for, or by card on the gateway's page. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { quote, method, pickup, changeFor, onChange, error, changeError } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { currency } = quote.totals;
  const total = payable(quote, "cod").due;
  const typed = readAmount(changeFor);
  const change = (
    <div className="ms-4 flex flex-col gap-2 border-s-2 border-go py-1 ps-4">
      <TextInput
        label={t("checkout:change_for")}
        optionalLabel={t("checkout:optional")}
        hint={
          typed !== null && typed > total
            ? t("checkout:change_back", { amount: format.money(typed - total, currency) })
            : t(pickup ? "checkout:change_hint_pickup" : "checkout:change_hint")
        }
        error={changeError}
        value={changeFor}
        onValueChange={(text) => onChange({ changeFor: text })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="max-w-sm"
      />
      <div className="flex flex-wrap gap-2">
        {likelyNotes(total).map((note) => (
          <Chip
            key={note}
            label={format.money(note, currency)}
            selected={typed === note}
            onPress={() => onChange({ changeFor: typed === note ? "" : String(note) })}
          />
        ))}
      </div>
    </div>
  );
  return (
    <RadioGroup
      label={t("checkout:payment")}
      labelHidden
      value={method}
      onValueChange={(value) => onChange({ method: value === "card" ? "card" : "cod" })}
      error={error}
      options={quote.payment_methods.map((one) => ({
        value: one.id,
        label: one.name,
        icon: one.id === "card" ? "card" : "cash",
        hint: one.available
          ? t(
              one.id === "card"
                ? "checkout:card_hint"
                : pickup
                  ? "checkout:cod_hint_pickup"
                  : "checkout:cod_hint",
            )
          : (one.reason ?? t("checkout:method_off")),
        disabled: !one.available,
        below: one.id === "cod" && method === "cod" && change,
      }))}
    />
  );
}
