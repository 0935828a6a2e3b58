import { useId } from "react";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { cx } from "../../../../ui/cx";
import { FieldError } from "../../../../ui/Field";
import { Icon } from "../../../../ui/Icon";

export interface StarInputProps {
  label: string;
  value: number;
  onValueChange: (stars: number) => void;
  error?: string | undefined;
  disabled?: boolean;
  large?: boolean;
}

const all = [1, 2, 3, 4, 5];

/** One to five stars as radio buttons, so that arrow keys and screen readers work. */
export function StarInput({
  label,
  value,
  onValueChange,
  error,
  disabled = false,
  large = false,
}: StarInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <legend className="font-medium">
        <Isolate>{label}</Isolate>
      </legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ms-2 flex">
          {all.map((stars) => (
            <label
              key={stars}
              className={cx(
                "relative flex size-11 items-center justify-center rounded-full has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-go",
                disabled ? "opacity-70" : "cursor-pointer hover:bg-tint",
              )}
            >
              <input
                type="radio"
                name={id}
                value={stars}
                data-wrong={error && stars === 1 ? "" : undefined}
                checked={value === stars}
                onChange={() => onValueChange(stars)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Icon
                name="star"
                size={large ? 32 : 28}
                filled={stars <= value}
                className={stars <= value ? "text-saffron" : "text-control"}
              />
              <span className="sr-only">{t("ratings:stars", { count: stars })}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-sm text-muted">
          {value > 0 && t(`opinions:word_${value}`)}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
