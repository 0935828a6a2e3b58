import { type FormEvent, useState } from "react";
import { useTranslation } from "../../../lib/translation";
import type { Query } from "../../../lib/url";
import { useFormat } from "../../../lib/useFormat";
import { Button } from "../../../ui/Button";
import { latinDigits } from "../../../ui/digits";
import { TextInput } from "../../../ui/TextInput";

export interface PriceFilterProps {
  path: string;
  query: Query;
  /** What the found products cost, least and most. */
  min: number;
  max: number;
  onApply: (address: string) => void;
}

/** Least and most somebody wants to pay, in whole pounds. Also works as a plain form. */
export function PriceFilter({ path, query, min, max, onApply }: PriceFilterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [from, setFrom] = useState(query.get("price_min"));
  const [to, setTo] = useState(query.get("price_max"));

  function apply(event: FormEvent) {
    event.preventDefault();
    const whole = (text: string) => latinDigits(text).replace(/\D/g, "");
    onApply(
      path + query.with({ price_min: whole(from), price_max: whole(to), page: null }).toString(),
    );
  }
  return (
    <form onSubmit={apply} action={path} className="flex flex-wrap items-end gap-3">
      <TextInput
        name="price_min"
        label={t("search:price_from")}
        inputMode="numeric"
        value={from}
        placeholder={format.number(Math.floor(min))}
        onValueChange={setFrom}
        className="w-32"
      />
      <TextInput
        name="price_max"
        label={t("search:price_to")}
        inputMode="numeric"
        value={to}
        placeholder={format.number(Math.ceil(max))}
        onValueChange={setTo}
        className="w-32"
      />
      <Button type="submit" variant="soft">
        {t("search:price_apply")}
      </Button>
    </form>
  );
}
