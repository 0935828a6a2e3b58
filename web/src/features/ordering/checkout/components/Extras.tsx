import { useState } from "react";
import { readAmount } from "../../../../lib/format/amount";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Chip } from "../../../../ui/Chip";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { type Draft, longestNote, tipPresets } from "../model";

export interface TipChoiceProps {
  tip: string;
  currency: string;
  onChange: (tip: string) => void;
  error?: string | undefined;
}

/** The tip for the courier: one of the presets, or a custom amount. */
export function TipChoice({ tip, currency, onChange, error }: TipChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = readAmount(tip);
  const preset = amount === 0 || tipPresets.some((one) => one === amount);
  const [own, setOwn] = useState(!preset);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{t("checkout:tip")}</legend>
      <div className="flex flex-wrap gap-2">
        <Chip
          label={t("checkout:tip_none")}
          selected={!own && amount === 0}
          onPress={() => {
            setOwn(false);
            onChange("");
          }}
        />
        {tipPresets.map((one) => (
          <Chip
            key={one}
            label={format.money(one, currency)}
            selected={!own && amount === one}
            onPress={() => {
              setOwn(false);
              onChange(String(one));
            }}
          />
        ))}
        <Chip label={t("checkout:tip_own")} selected={own} onPress={() => setOwn(true)} />
      </div>
      {own && (
        <TextInput
          label={t("checkout:tip_amount")}
          value={tip}
          onValueChange={onChange}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          className="mt-3 max-w-sm"
        />
      )}
    </fieldset>
  );
}

export function NoteInput({
  note,
  hint,
  onChange,
  error,
}: {
  note: string;
  hint: string;
  onChange: (changes: Partial<Draft>) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <TextArea
      label={t("checkout:note")}
      optionalLabel={t("checkout:optional")}
      hint={hint}
      value={note}
      onValueChange={(text) => onChange({ note: text })}
      maxLength={longestNote}
      error={error}
      used={
        note === ""
          ? undefined
          : t("checkout:note_used", {
              used: format.number(note.length),
              most: format.number(longestNote),
            })
      }
    />
  );
}
