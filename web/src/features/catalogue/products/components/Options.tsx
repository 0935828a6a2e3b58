import { useId } from "react";
import type { Product } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { cx } from "../../../../ui/cx";
import { coloursOf } from "../colours";
import { type Choices, canChoose, pricesOf } from "../model";

export interface OptionsProps {
  product: Product;
  choices: Choices;
  onChoose: (option: string, value: string) => void;
}

/** One group of choices for each option (size, colour, weight), with prices where they differ. */
export function Options({ product, choices, onChoose }: OptionsProps) {
  const id = useId();
  const format = useFormat();
  const { t } = useTranslation();
  return product.options.map((option) => {
    const prices = pricesOf(product, choices, option);
    const colours = coloursOf(option.values);
    return (
      <fieldset key={option.id} className="@container flex flex-col gap-2">
        <legend className="mb-2 font-medium">
          <Isolate>{option.name}</Isolate>
        </legend>
        <div
          className={cx(
            "flex flex-wrap gap-2",
            prices && "*:max-w-44 *:grow *:basis-24",
            // Places four values so that none is alone on its line.
            prices && option.values.length === 4 && "@max-md:*:max-w-none @max-md:*:basis-2/5",
          )}
        >
          {option.values.map((value, place) => {
            const chosen = choices[option.id] === value.id;
            const gone = !canChoose(product, option.id, value.id);
            const price = prices?.[place];
            return (
              <label
                key={value.id}
                className={cx(
                  "inline-flex min-h-11 cursor-pointer items-center justify-center rounded-control border text-center font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-go",
                  prices ? "flex-col px-2 py-1.5" : colours ? "gap-1.5 px-3" : "gap-1.5 px-4",
                  chosen ? "border-go bg-go-soft text-go-text" : "border-control bg-card",
                  gone && "text-muted",
                )}
              >
                <input
                  type="radio"
                  name={`${id}-${option.id}`}
                  value={value.id}
                  checked={chosen}
                  onChange={() => onChoose(option.id, value.id)}
                  className="sr-only"
                />
                {colours && (
                  <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 text-control">
                    <circle cx={8} cy={8} r={7.5} fill={colours[place]} stroke="currentColor" />
                  </svg>
                )}
                <span className={gone ? "line-through" : undefined}>
                  <Words>{value.name}</Words>
                </span>{" "}
                {(gone || price !== undefined) && (
                  <span className="text-sm leading-5 font-normal whitespace-nowrap text-muted">
                    {gone
                      ? t("cart:sold_out")
                      : format.money(price ?? 0, "EGP", product.unit_grams)}
                  </span>
                )}
              </label>
            );
          })}
        </div>
      </fieldset>
    );
  });
}
