import type { ComponentProps } from "react";
import { cx } from "./cx";
import { controlLook, Field, type FieldProps } from "./Field";
import { Icon } from "./Icon";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends FieldProps,
    Omit<ComponentProps<"select">, keyof FieldProps | "id" | "onChange" | "children"> {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  onValueChange?: (value: string) => void;
}

/** A native select, which works best on phones. */
export function Select({
  label,
  labelHidden,
  hint,
  error,
  required,
  optionalLabel,
  className,
  options,
  placeholder,
  onValueChange,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, required, optionalLabel, className }}>
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            onChange={(event) => onValueChange?.(event.target.value)}
            className={cx(controlLook, "appearance-none pe-11")}
          >
            {placeholder !== undefined && (
              <option value="" disabled={required}>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  );
}
