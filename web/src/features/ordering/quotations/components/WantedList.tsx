import { useEffect, useRef, useState } from "react";
import { readFigures } from "../../../../lib/format/figures";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { ExtrasLine } from "../../../../shop/extras/ExtrasLine";
import { IconButton } from "../../../../ui/IconButton";
import { Picture } from "../../../../ui/Picture";
import { Stepper } from "../../../../ui/Stepper";
import { TextInput } from "../../../../ui/TextInput";
import { VariantName } from "../../../../ui/VariantName";
import { mostUnits, readUnits, type Wanted, wrongUnits } from "../model";

export interface WantedListProps {
  list: readonly Wanted[];
  /** 0 removes the line. */
  onUnits: (id: string, qty: number) => void;
  /**
   * Called when a typed quantity becomes invalid, with its field, or valid again: an invalid one cannot be requested.
   */
  onWrong: (id: string, field: HTMLElement | null) => void;
  /** The last line cannot be removed: nothing can be added here. */
  keepsLast?: boolean;
}

/** The products to request prices for, with their quantities. */
export function WantedList({ list, onUnits, onWrong, keepsLast = false }: WantedListProps) {
  const { t } = useTranslation();
  const removable = !keepsLast || list.length > 1;
  const lines = useRef<HTMLUListElement>(null);
  const gone = useRef<number | null>(null);
  // The pressed button disappears with its line: the focus moves to the one in its place.
  useEffect(() => {
    if (gone.current === null) return;
    const line = lines.current?.children[Math.min(gone.current, list.length - 1)];
    gone.current = null;
    line?.querySelector<HTMLElement>("button, input")?.focus();
  }, [list.length]);
  return (
    <ul ref={lines} className="divide-y divide-line">
      {list.map((one, place) => (
        <li
          key={one.id}
          className="flex items-start gap-3 py-3 first:pt-0 last:pb-0 sm:items-center"
        >
          <Picture
            src={one.image.src}
            alt=""
            width={one.image.width}
            height={one.image.height}
            className="size-12 shrink-0"
          />
          {/* On phones the quantity is below the name, which would otherwise be squeezed. */}
          <div className="flex min-w-0 flex-1 flex-col gap-2 sm:flex-row sm:items-center sm:gap-3">
            <p className="min-w-0 flex-1 leading-snug">
              <span className="font-medium">
                <Isolate>{one.name}</Isolate>
              </span>
              <VariantName>{one.variantName}</VariantName>
              <ExtrasLine extras={one.extras ?? []} />
            </p>
            {one.grams > 0 || !byOne(one) ? (
              <Steps wanted={one} onUnits={(qty) => onUnits(one.id, qty)} />
            ) : (
              <Units wanted={one} onUnits={(qty) => onUnits(one.id, qty)} onWrong={onWrong} />
            )}
          </div>
          {removable && (
            <IconButton
              icon="close"
              label={t("quotations:take_off", { name: one.name })}
              onClick={() => {
                gone.current = place;
                onUnits(one.id, 0);
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Any quantity up to the maximum is possible. */
const byOne = ({ steps }: Wanted) => !steps || (steps.min === 1 && steps.step === 1);

/** Products sold by weight or in steps have only step buttons; their quantities cannot be typed. */
function Steps({ wanted, onUnits }: { wanted: Wanted; onUnits: (qty: number) => void }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { name, grams } = wanted;
  const { min, step, max } = wanted.steps ?? { min: 1, step: 1, max: mostUnits };
  return (
    <Stepper
      value={wanted.qty}
      onChange={onUnits}
      keepsMin
      min={min}
      step={step}
      max={max}
      format={(qty) => amount(qty, grams)}
      atMax={
        grams > 0
          ? t("cart:at_most_weight", { weight: amount(max, grams) })
          : t("cart:at_most", { count: max })
      }
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

/** Quotations are for large quantities: a field to type into, with a step button on either side. */
function Units({
  wanted,
  onUnits,
  onWrong,
}: {
  wanted: Wanted;
  onUnits: (qty: number) => void;
  onWrong: WantedListProps["onWrong"];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(String(wanted.qty));
  // The product was added again from the search: the field follows.
  const [seen, setSeen] = useState(wanted.qty);
  if (seen !== wanted.qty) {
    setSeen(wanted.qty);
    if (readUnits(text) !== wanted.qty) setText(String(wanted.qty));
  }
  const most = wanted.steps?.max ?? mostUnits;
  const wrong = wrongUnits(text, most);
  const isWrong = wrong !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onWrong(wanted.id, isWrong ? (box.current?.querySelector("input") ?? null) : null);
    return () => onWrong(wanted.id, null);
  }, [wanted.id, isWrong, onWrong]);
  return (
    <div ref={box} className="flex shrink-0 items-start">
      <IconButton
        icon="minus"
        label={t("cart:one_less", { name: wanted.name })}
        // Not disabled, which would take the focus away while the customer counts down.
        aria-disabled={wanted.qty <= 1}
        className="mt-0.5 aria-disabled:text-muted"
        onClick={() => wanted.qty > 1 && onUnits(wanted.qty - 1)}
      />
      <TextInput
        label={t("quotations:quantity_of", { name: wanted.name })}
        labelHidden
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        className="w-20 [&_input]:text-center!"
        value={text}
        maxLength={4}
        error={wrong ? t(`quotations:${wrong}`, { most: format.number(most) }) : undefined}
        onValueChange={(value) => {
          setText(value);
          const qty = readUnits(readFigures(value));
          if (qty !== null && qty <= most) onUnits(qty);
        }}
      />
      <IconButton
        icon="plus"
        label={t("cart:one_more", { name: wanted.name })}
        aria-disabled={wanted.qty >= most}
        className="mt-0.5 aria-disabled:text-muted"
        onClick={() => wanted.qty < most && onUnits(wanted.qty + 1)}
      />
    </div>
  );
}
