import { type ComponentProps, type ReactNode, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { FieldError } from "./Field";
import { Icon } from "./Icon";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "onChange" | "type"> {
  /** The label; it may contain links, for example to the terms. */
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  onCheckedChange?: (checked: boolean) => void;
}

/** A checkbox with its label. */
export function Checkbox({
  label,
  hint,
  error,
  required,
  className,
  onCheckedChange,
  ...rest
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <div className="flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative mt-px size-6 shrink-0">
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={cx(error && `${id}-error`, hint && `${id}-hint`) || undefined}
            onChange={(event) => onCheckedChange?.(event.target.checked)}
            className="peer size-6 cursor-pointer appearance-none rounded-md border-2 border-control bg-card transition-colors checked:border-go checked:bg-go aria-invalid:border-trouble disabled:opacity-60 forced-colors:appearance-auto"
          />
          <Icon
            name="check"
            size={18}
            className="pointer-events-none absolute inset-[3px] hidden text-on-go peer-checked:block forced-colors:peer-checked:hidden"
          />
        </span>
        <span className="min-w-0">
          <label htmlFor={id} className="-my-2.5 block cursor-pointer py-2.5">
            <Isolate>{label}</Isolate>
          </label>
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-muted">
              {hint}
            </span>
          )}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
