import type { ComponentProps } from "react";
import { cx } from "./cx";
import { latinDigits } from "./digits";
import { controlLook, Field, type FieldProps } from "./Field";
import { Icon } from "./Icon";

export interface PhoneCountry {
  /** The country code with its plus sign: "+20". */
  code: string;
  name: string;
}

export interface PhoneInputProps
  extends FieldProps,
    Omit<
      ComponentProps<"input">,
      keyof FieldProps | "id" | "onChange" | "children" | "value" | "type"
    > {
  /** One of `countries`; with a single country there is no choice. */
  countryCode: string;
  countries: readonly PhoneCountry[];
  onCountryCodeChange?: (code: string) => void;
  countryLabel: string;
  /** The number without the country code, as 0-9 whatever numerals were typed. */
  value: string;
  onValueChange: (value: string) => void;
}

/** A field for a telephone number: country and number, left to right in every language. */
export function PhoneInput({
  label,
  labelHidden,
  hint,
  error,
  required,
  optionalLabel,
  className,
  countryCode,
  countries,
  onCountryCodeChange,
  countryLabel,
  value,
  onValueChange,
  ...rest
}: PhoneInputProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, required, optionalLabel, className }}>
      {(control) => (
        <div dir="ltr" className="flex gap-2">
          {countries.length > 1 ? (
            <span className="relative shrink-0">
              <select
                aria-label={countryLabel}
                value={countryCode}
                onChange={(event) => onCountryCodeChange?.(event.target.value)}
                disabled={rest.disabled}
                className={cx(controlLook, "w-28 appearance-none pe-9 tabular-nums")}
              >
                {countries.map((country) => (
                  <option key={country.code} value={country.code} aria-label={country.name}>
                    {country.code}
                  </option>
                ))}
              </select>
              <Icon
                name="chevron-down"
                size={18}
                className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
              />
            </span>
          ) : (
            <span className="inline-flex min-h-12 shrink-0 items-center rounded-control bg-tint px-4 text-base tabular-nums">
              <span className="sr-only">{countryLabel}</span>
              {countryCode}
            </span>
          )}
          <input
            autoComplete="tel-national"
            inputMode="tel"
            {...rest}
            {...control}
            type="tel"
            value={value}
            onChange={(event) =>
              onValueChange(latinDigits(event.target.value).replace(/[^0-9+ ]/g, ""))
            }
            className={cx(controlLook, "min-w-0 tabular-nums tracking-wide")}
          />
        </div>
      )}
    </Field>
  );
}
