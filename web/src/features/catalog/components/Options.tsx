import { useId } from "react";
import type { Product } from "../../../api/types";
import { Words } from "../../../lib/words";
import { cx } from "../../../ui/cx";
import { type Choices, canChoose } from "../model";

export interface OptionsProps {
  product: Product;
  choices: Choices;
  onChoose: (option: string, value: string) => void;
}

/** Size, colour, weight: one group of choices for each. */
export function Options({ product, choices, onChoose }: OptionsProps) {
  const id = useId();
  return (
    <>
      {product.options.map((option) => (
        <fieldset key={option.id} className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">{option.name}</legend>
          <div className="flex flex-wrap gap-2">
            {option.values.map((value) => {
              const chosen = choices[option.id] === value.id;
              return (
                <label
                  key={value.id}
                  className={cx(
                    "inline-flex min-h-11 cursor-pointer items-center rounded-control border px-4 font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-go",
                    chosen ? "border-go bg-go-soft text-go-text" : "border-control bg-card",
                    !canChoose(product, option.id, value.id) && "text-muted line-through",
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
                  <Words>{value.name}</Words>
                </label>
              );
            })}
          </div>
        </fieldset>
      ))}
    </>
  );
}
