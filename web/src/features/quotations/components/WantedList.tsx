import { useState } from "react";
import { readFigures } from "../../../lib/format/figures";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Apart } from "../../../lib/words";
import { IconButton } from "../../../ui/IconButton";
import { Picture } from "../../../ui/Picture";
import { Stepper } from "../../../ui/Stepper";
import { TextInput } from "../../../ui/TextInput";
import { mostUnits, readUnits, type Wanted } from "../model";

export interface WantedListProps {
  list: readonly Wanted[];
  /** Without it the quantities are only shown: they are the cart's. */
  onUnits?: ((variant: string, qty: number) => void) | undefined;
}

/** What a price is asked for, and how much of it. */
export function WantedList({ list, onUnits }: WantedListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="divide-y divide-line">
      {list.map((one) => (
        <li key={one.variant} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
          <Picture
            src={one.image.src}
            alt=""
            width={one.image.width}
            height={one.image.height}
            className="size-12 shrink-0"
          />
          <p className="min-w-0 flex-1 leading-snug">
            <span className="font-medium">{one.name}</span>
            {one.variantName && (
              <span className="text-muted">
                {" "}
                · <Apart>{one.variantName}</Apart>
              </span>
            )}
          </p>
          {onUnits ? (
            <>
              {one.grams > 0 ? (
                <Weight wanted={one} onUnits={(qty) => onUnits(one.variant, qty)} />
              ) : (
                <Units wanted={one} onUnits={(qty) => onUnits(one.variant, qty)} />
              )}
              <IconButton
                icon="close"
                label={t("quotations:take_off", { name: one.name })}
                onClick={() => onUnits(one.variant, 0)}
              />
            </>
          ) : (
            <p className="tabular-nums text-muted">
              {one.grams > 0 ? format.amount(one.qty, one.grams) : `× ${format.number(one.qty)}`}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is sold by weight is stepped by its unit: nobody types how many of those they want. */
function Weight({ wanted, onUnits }: { wanted: Wanted; onUnits: (qty: number) => void }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { name } = wanted;
  return (
    <Stepper
      value={wanted.qty}
      onChange={onUnits}
      keepsMin
      max={mostUnits}
      format={(qty) => amount(qty, wanted.grams)}
      labels={{
        add: t("cart:add"),
        addThing: t("cart:add_thing", { name }),
        quantity: t("cart:quantity_of", { name }),
        more: t("cart:one_more", { name }),
        less: t("cart:one_less", { name }),
        remove: t("cart:one_less", { name }),
      }}
    />
  );
}

/** Quotations are of many: typed, not stepped. */
function Units({ wanted, onUnits }: { wanted: Wanted; onUnits: (qty: number) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(String(wanted.qty));
  // Added once more from the search: the field follows.
  const [seen, setSeen] = useState(wanted.qty);
  if (seen !== wanted.qty) {
    setSeen(wanted.qty);
    if (readUnits(text) !== wanted.qty) setText(String(wanted.qty));
  }
  const wrong = readUnits(text) === null;
  return (
    <TextInput
      label={t("quotations:quantity_of", { name: wanted.name })}
      labelHidden
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      className="w-24 shrink-0"
      value={text}
      maxLength={4}
      error={wrong ? t("quotations:quantity_wrong", { most: format.number(mostUnits) }) : undefined}
      onValueChange={(value) => {
        setText(value);
        const qty = readUnits(readFigures(value));
        if (qty !== null) onUnits(qty);
      }}
    />
  );
}
