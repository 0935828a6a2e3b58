import { Fragment, type ReactNode, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { FieldError } from "./Field";
import { Icon, type IconName } from "./Icon";

export interface RadioOption {
  value: string;
  label: string;
  hint?: ReactNode;
  icon?: IconName;
  /** Shown next to the option's label. */
  mark?: ReactNode;
  /** Content for this choice only, directly below it. */
  below?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps {
  label: string;
  labelHidden?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  name?: string;
  value: string | null;
  onValueChange: (value: string) => void;
  options: readonly RadioOption[];
  /**
   * Options below each other, side by side, or two short options that share a line on every screen.
   */
  layout?: "stack" | "row" | "pair";
  className?: string;
}

/** One of a few options, all visible. Arrow keys move between them, as in native radio groups. */
export function RadioGroup({
  label,
  labelHidden = false,
  hint,
  error,
  required,
  name,
  value,
  onValueChange,
  options,
  layout = "stack",
  className,
}: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={cx(error && `${id}-error`, hint && `${id}-hint`) || undefined}
      className={cx("min-w-0", className)}
    >
      <legend className={labelHidden ? "sr-only" : "mb-2 font-medium"}>
        <Isolate>{label}</Isolate>
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <div
        className={cx(
          "gap-2",
          layout === "stack" && "@container grid",
          layout === "row" && "flex flex-wrap max-sm:*:grow",
          layout === "pair" && "flex flex-wrap *:flex-auto",
        )}
      >
        {options.map((option) => (
          <Fragment key={option.value}>
            <label
              className={cx(
                "relative flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line bg-card px-4 py-3 transition-colors hover:border-control",
                // Keeps words whole in large text,
                layout === "stack" && "@max-3xs:gap-2 @max-3xs:px-2",
                // and on the narrowest phones: two lines at most.
                layout === "pair" && "wrap-normal max-sm:gap-2 max-sm:px-3",
                "has-checked:border-go has-checked:bg-go-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-go",
                "has-disabled:cursor-default has-disabled:bg-tint has-disabled:text-muted",
              )}
            >
              <input
                type="radio"
                name={name ?? id}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                required={required}
                onChange={() => onValueChange(option.value)}
                className="size-6 shrink-0 appearance-none rounded-full border-2 border-control bg-card outline-none checked:border-[7px] checked:border-go forced-colors:appearance-auto"
              />
              {option.icon && (
                <Icon
                  name={option.icon}
                  size={24}
                  className={cx(
                    "text-muted",
                    layout === "stack" && "@max-3xs:hidden",
                    layout === "pair" && "max-sm:hidden",
                  )}
                />
              )}
              <span className="min-w-0 flex-1">
                <span
                  className={cx("font-medium", option.mark ? "flex flex-wrap gap-x-2" : "block")}
                >
                  <Isolate>{option.label}</Isolate>
                  {option.mark && " "}
                  {option.mark}
                </span>
                {option.hint && (
                  <span className="block text-sm text-muted">
                    <Isolate>{option.hint}</Isolate>
                  </span>
                )}
              </span>
            </label>
            {option.below}
          </Fragment>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
